/**
 * @module
 * How many pods a version or module has, and who decides it: a fixed number, a HorizontalPodAutoscaler or KEDA.
 *
 * `decide` is pure. It never lets two scalers hold one Deployment (one is gone before the other comes), never lets a
 * number fall on the way, and gives capacity as the rollout asks for it. The only thing it must remember, the start of
 * a wish for fewer pods, comes in with the observation and goes out with the decision; it is kept in the status.
 */
export { scaleToZeroProblem } from './bounds.ts';
export { decide } from './decide.ts';
export { scalerFailure } from './failure.ts';
export type * from './model.ts';
export { workloadScaleOf } from './workload-scale.ts';
