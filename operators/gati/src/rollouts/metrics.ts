import type { GateRequest, Plan, Stage } from '@slipway/delivery';

/** In place of a metric: the stage whose gate of the same name tells it. */
interface SameAs {
  readonly sameAs: string;
}

/** What several stages measure is reported by the first of them alone: the whole plan has to fit a status (G-87). */
export function tellingOnce(stages: readonly Stage[]): Stage[] {
  const reported = new Map<string, string>();
  return stages.map((stage) => ({
    ...stage,
    gates: stage.gates.map((gate) => {
      const { metric } = gate.spec ?? {};
      if (metric === undefined) return gate;
      const text = JSON.stringify([gate.name, metric]);
      const first = reported.get(text);
      if (first === undefined) reported.set(text, stage.name);
      return first === undefined ? gate : { ...gate, spec: { ...gate.spec, metric: { sameAs: first } } };
    }),
  }));
}

/** The request with the metric itself, wherever the plan tells it. */
export function inFull({ stages }: Plan, request: GateRequest): GateRequest {
  const { sameAs } = (request.spec['metric'] ?? {}) as Partial<SameAs>;
  if (sameAs === undefined) return request;
  const name = request.key.slice(request.key.lastIndexOf('/') + 1);
  const gate = stages.find((stage) => stage.name === sameAs)?.gates.find((one) => one.name === name);
  return { ...request, spec: { ...request.spec, metric: gate?.spec?.['metric'] } };
}
