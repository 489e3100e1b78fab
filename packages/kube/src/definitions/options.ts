import type { Clock } from '@slipway/apimachinery/clock';
import type { CallOptions } from '../client/index.ts';

export interface InstallDefinitionOptions extends Pick<CallOptions, 'signal'> {
  /** Owns the fields of the definition, as in every server-side apply. @default 'slipway-definitions' */
  readonly fieldManager?: string;
  /**
   * Take fields from the manager that owns them (a chart, kubectl) instead of failing with `APPLY_CONFLICT`.
   * @default false
   *
   * Two programs that both force rewrite each other's definition at every start.
   */
  readonly force?: boolean;
  /**
   * Time from the apply until every served version answers, in milliseconds.
   * @default 30_000
   *
   * API servers that run as several wait 5 s on purpose before they call a definition established.
   */
  readonly deadlineMs?: number;
  /** @default realClock */
  readonly clock?: Clock;
}

export const installDefinitionDefaults = {
  fieldManager: 'slipway-definitions',
  force: false,
  deadlineMs: 30_000,
} as const;
