import {
  AUTHORIZER,
  authorizerValue,
  BOOL,
  DYN,
  dynamicValue,
  INT,
  listOf,
  mapOf,
  objectType,
  STRING,
  TIMESTAMP,
  type Type,
  type Value,
} from '@slipway/crd/cel';
import type { Authorizer } from '../../authorization/index.ts';
import { ANONYMOUS, type User } from '../../identity/index.ts';
import type { KubeObject } from '../../objects/index.ts';
import type { Attributes } from '../../operations/index.ts';
import { shownIn } from '../object-version.ts';
import { namespaceOf, type Requested, requestedOf, requestFields } from '../requested.ts';

const STRINGS = mapOf(STRING, STRING);

const KIND = objectType('kubernetes.GroupVersionKind', { group: STRING, version: STRING, kind: STRING });
const RESOURCE = objectType('kubernetes.GroupVersionResource', { group: STRING, version: STRING, resource: STRING });
const USER = objectType('kubernetes.UserInfo', {
  username: STRING,
  uid: STRING,
  groups: listOf(STRING),
  extra: mapOf(STRING, listOf(STRING)),
});

const REQUEST = objectType('kubernetes.AdmissionRequest', {
  kind: KIND,
  resource: RESOURCE,
  subResource: STRING,
  requestKind: KIND,
  requestResource: RESOURCE,
  requestSubResource: STRING,
  name: STRING,
  namespace: STRING,
  operation: STRING,
  userInfo: USER,
  dryRun: BOOL,
  options: DYN,
});

const NAMESPACE = objectType('kubernetes.Namespace', {
  metadata: objectType('kubernetes.NamespaceMetadata', {
    name: STRING,
    generateName: STRING,
    namespace: STRING,
    labels: STRINGS,
    annotations: STRINGS,
    UID: STRING,
    creationTimestamp: TIMESTAMP,
    deletionGracePeriodSeconds: INT,
    deletionTimestamp: TIMESTAMP,
    generation: INT,
    resourceVersion: STRING,
    finalizers: listOf(STRING),
  }),
  spec: objectType('kubernetes.NamespaceSpec', { finalizers: listOf(STRING) }),
  status: objectType('kubernetes.NamespaceStatus', { conditions: listOf(DYN), phase: STRING }),
});

/** What every expression of admission can name. */
export const VARIABLES: Readonly<Record<string, Type>> = {
  object: DYN,
  oldObject: DYN,
  namespaceObject: NAMESPACE,
  request: REQUEST,
  authorizer: AUTHORIZER,
};

export type Values = Readonly<Record<string, Value>>;

/** A request as expressions see it, in the version that they are about. */
export function valuesOf(
  attributes: Attributes,
  seen: Requested,
  authorizer: Authorizer,
  namespace?: KubeObject,
): Values {
  const shown = (object: KubeObject | undefined) =>
    object ? dynamicValue(shownIn(seen.resource, seen.served, object)) : null;
  return {
    object: shown(attributes.object),
    oldObject: shown(attributes.old),
    namespaceObject: namespace ? dynamicValue(namespaceFields(namespace)) : null,
    request: dynamicValue(requestFields(attributes, seen)),
    authorizer: authorizerOf(attributes, authorizer),
  };
}

function accountUser(namespace: string, name: string): User {
  const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`];
  return { name: `system:serviceaccount:${namespace}:${name}`, groups };
}

/** Asks about the user of the request, unless an expression names an account. */
function authorizerOf(attributes: Attributes, authorizer: Authorizer): Value {
  const { group, plural, subresource } = requestedOf(attributes);
  const own = {
    group,
    resource: plural,
    subresource,
    namespace: namespaceOf(attributes),
    name: attributes.target.name ?? '',
  };
  return authorizerValue(({ serviceAccount, path, ...question }) => {
    const user = serviceAccount
      ? accountUser(serviceAccount.namespace, serviceAccount.name)
      : (attributes.options.user ?? ANONYMOUS);
    return authorizer.decide(user, path === undefined ? question : { verb: question.verb, path });
  }, own);
}

function namespaceFields(namespace: KubeObject): object {
  const { managedFields: _hidden, ownerReferences: _owners, ...metadata } = namespace.metadata;
  return { ...namespace, metadata };
}
