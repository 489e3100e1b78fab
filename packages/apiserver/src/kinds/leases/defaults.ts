import type { TypeDefaults } from '../../defaults/index.ts';
import { type JsonObject, without } from '../../objects/index.ts';

/** Coordinated election is behind a closed gate too. */
const withoutCoordination = (spec: JsonObject): JsonObject =>
  spec['strategy'] === undefined && spec['preferredHolder'] === undefined
    ? spec
    : without(spec, 'strategy', 'preferredHolder');

export const defaults: TypeDefaults = {
  computed: {
    'coordination.v1.LeaseSpec': withoutCoordination,
  },
};
