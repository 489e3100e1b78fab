import { runOperator, settingsOf } from '@gati-framework/operator';
import type { ClusterOptions } from '../cluster/index.ts';
import type { Outcome } from '../outcome.ts';

export interface OperatorFlags extends ClusterOptions {
  /** Ports of metrics and health; 0 is a free one. @default METRICS_ADDRESS and HEALTH_ADDRESS, as in a pod */
  readonly metricsPort?: number;
  readonly healthPort?: number;
}

/** `slipway operator gati`: works until it is asked to stop. Settings come from the environment, as in a pod. */
export async function runGatiOperator({
  kubeconfig,
  context,
  metricsPort,
  healthPort,
}: OperatorFlags): Promise<Outcome> {
  await runOperator(settingsOf(process.env), {
    connect: { ...(kubeconfig !== undefined && { path: kubeconfig }), ...(context !== undefined && { context }) },
    ...(metricsPort !== undefined && { metrics: { address: `:${metricsPort}` } }),
    ...(healthPort !== undefined && { health: { address: `:${healthPort}` } }),
  });
  return { exitCode: 0 };
}
