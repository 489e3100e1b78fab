import type { JsonObject } from '../objects/index.ts';
import { filled, part } from './filled.ts';

/** A rolling update has limits; other strategies have none. */
export const rolling =
  (limits: JsonObject) =>
  (strategy: JsonObject): JsonObject => {
    const typed = filled(strategy, { type: 'RollingUpdate' });
    if (typed['type'] !== 'RollingUpdate') return typed;
    const update = part(typed, 'rollingUpdate');
    const full = filled(update, limits);
    return full === typed['rollingUpdate'] ? typed : { ...typed, rollingUpdate: full };
  };
