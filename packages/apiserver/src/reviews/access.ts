import type { Attributes, Authorizer } from '../authorization/index.ts';
import { ownersAtCreate } from '../field-managers/index.ts';
import type { User } from '../identity/index.ts';
import { fieldAt, isJsonObject, type KubeObject, textAt, withField, without } from '../objects/index.ts';
import { type Kernel, writeBy } from '../operations/index.ts';
import { type FieldError, invalid, invalidValue, namespaceMismatch } from '../status/index.ts';
import type { Call, Kind } from '../subresources/index.ts';

const GROUP = 'authorization.k8s.io';

export type AccessReview = 'SelfSubjectAccessReview' | 'SubjectAccessReview' | 'LocalSubjectAccessReview';

/** Whether a user may do something: the asker, anybody, or anybody in one namespace. */
export async function reviewAccess(call: Call, review: AccessReview, kernel: Kernel, authorizer: Authorizer) {
  const kind: Kind = { group: GROUP, version: 'v1', kind: review };
  const options = call.writeOptions('CreateOptions');
  const sent = await call.body(kind);
  const { namespace } = call.target;
  if (sent.metadata.namespace && namespace && sent.metadata.namespace !== namespace) throw namespaceMismatch();
  const named = namespace === undefined ? sent.metadata : { ...sent.metadata, namespace };
  const owners = ownersAtCreate(writeBy(kernel, call.target, options), sent);
  const body: KubeObject = { ...sent, metadata: withField(named, 'managedFields', owners) };
  const errors = reviewErrors(body, review);
  if (errors.length > 0) throw invalid({ group: GROUP, kind: '' }, '', errors);
  const user = review === 'SelfSubjectAccessReview' ? call.user : subjectOf(body);
  const { allowed, reason } = authorizer.decide(user, attributesIn(body));
  const spec = isJsonObject(body['spec']) ? body['spec'] : {};
  await call.send(201, kind, { metadata: body.metadata, spec, status: { allowed, ...(reason && { reason }) } });
}

function subjectOf(body: KubeObject): User {
  const groups = fieldAt(body, ['spec', 'groups']);
  return { name: textAt(body, 'spec', 'user'), groups: Array.isArray(groups) ? (groups as string[]) : [] };
}

function attributesIn(body: KubeObject): Attributes {
  const resource = fieldAt(body, ['spec', 'resourceAttributes']);
  const text = (name: string): string => textAt(resource, name);
  if (!isJsonObject(resource)) {
    const path = fieldAt(body, ['spec', 'nonResourceAttributes']);
    return { verb: textAt(path, 'verb'), path: textAt(path, 'path') };
  }
  return {
    verb: text('verb'),
    group: text('group'),
    resource: text('resource'),
    subresource: text('subresource'),
    namespace: text('namespace'),
    name: text('name'),
  };
}

function reviewErrors(body: KubeObject, review: AccessReview): FieldError[] {
  const errors: FieldError[] = [];
  const resource = fieldAt(body, ['spec', 'resourceAttributes']);
  const path = fieldAt(body, ['spec', 'nonResourceAttributes']);
  const shownPath = { Path: textAt(path, 'path'), Verb: textAt(path, 'verb') };
  if (resource && path) {
    const why = 'cannot be specified in combination with resourceAttributes';
    errors.push(invalidValue('spec.nonResourceAttributes', shownPath, why));
  } else if (!resource && !path) {
    const why = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
    errors.push(invalidValue('spec.resourceAttributes', null, why));
  }
  const { name, groups } = subjectOf(body);
  if (review !== 'SelfSubjectAccessReview' && name === '' && groups.length === 0) {
    errors.push(invalidValue('spec.user', '', 'at least one of user or group must be specified'));
  }
  const isLocal = review === 'LocalSubjectAccessReview';
  const rest = without(body.metadata, 'managedFields', ...(isLocal ? ['namespace'] : []));
  if (Object.keys(rest).length > 0) {
    errors.push(
      invalidValue('metadata', body.metadata, isLocal ? 'must be empty except for namespace' : 'must be empty'),
    );
  }
  if (!isLocal) return errors;
  const asked = textAt(resource, 'namespace');
  if (resource && asked !== body.metadata.namespace) {
    errors.push(invalidValue('spec.resourceAttributes.namespace', asked, 'must match metadata.namespace'));
  }
  if (path) errors.push(invalidValue('spec.nonResourceAttributes', shownPath, 'disallowed on this kind of request'));
  return errors;
}
