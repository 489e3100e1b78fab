/** The bucket bounds of controller-runtime and client-go, verbatim: existing dashboards compute with them. */

const steps = (from: number, to: number, by: number): number[] =>
  // Counted, not added up: 0.1 + 0.05 + 0.05 … drifts away from the bounds that dashboards name.
  Array.from({ length: Math.round((to - from) / by) + 1 }, (_, i) => Number((from + i * by).toFixed(3)));

export const RECONCILE_SECONDS = [
  0.005,
  0.01,
  0.025,
  0.05,
  ...steps(0.1, 0.5, 0.05),
  ...steps(0.6, 1, 0.1),
  ...steps(1.25, 2, 0.25),
  ...steps(2.5, 5, 0.5),
  ...steps(6, 10, 1),
  15,
  20,
  25,
  30,
  40,
  50,
  60,
];

/** 10⁻⁸ to 10³ seconds. */
export const QUEUE_SECONDS = Array.from({ length: 12 }, (_, i) => Number(`1e${i - 8}`));

export const REQUEST_SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];
