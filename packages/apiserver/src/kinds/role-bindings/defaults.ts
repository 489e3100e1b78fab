import type { TypeDefaults } from '../../defaults/index.ts';
import type { JsonObject } from '../../objects/index.ts';

function withSubjectGroup(subject: JsonObject): JsonObject {
  if (subject['apiGroup'] || (subject['kind'] !== 'User' && subject['kind'] !== 'Group')) return subject;
  return { ...subject, apiGroup: 'rbac.authorization.k8s.io' };
}

export const defaults: TypeDefaults = {
  constants: {
    'rbac.v1.RoleRef': { apiGroup: 'rbac.authorization.k8s.io' },
  },
  computed: {
    'rbac.v1.Subject': withSubjectGroup,
  },
};
