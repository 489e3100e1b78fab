/**
 * @module
 * HorizontalPodAutoscalers: how many replicas the metrics ask for, and how fast one may follow.
 *
 * Each metric proposes a number (`proposal.ts`), the highest wins, and recent numbers and the rules of
 * `behavior` bound it (`limits.ts`). The target is read and written through its scale subresource.
 */
export { autoscalerController } from './controller.ts';
