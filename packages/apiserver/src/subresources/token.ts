import { timestamp } from '@slipway/apimachinery/clock';
import { groupVersionOf } from '@slipway/apimachinery/references';
import { ownersAtCreate } from '../field-managers/index.ts';
import { ISSUER, type ServiceAccountTokens } from '../identity/index.ts';
import { fieldAt, isJsonObject, type JsonObject, type KubeObject, textAt, withField } from '../objects/index.ts';
import { type Kernel, writeBy } from '../operations/index.ts';
import {
  badRequest,
  conflict,
  type FieldError,
  invalid,
  invalidValue,
  namespaceMismatch,
  notFound,
} from '../status/index.ts';
import { keyOf } from '../store/index.ts';
import { type Call, type Kind, targetAs } from './call.ts';

const KIND: Kind = { group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest' };
const DEFAULT_SECONDS = 3600;
const SHORTEST_SECONDS = 600;
const LONGEST_SECONDS = 2 ** 32;
/** What the ServiceAccount plugin asks for; such a token lives a year, so that old clients need not read it again. */
const PROJECTED_SECONDS = 3607;
const YEAR_SECONDS = 365 * 24 * 3600;

/** `serviceaccounts/token`: a new token for an account (L-11). */
export async function requestToken(call: Call, kernel: Kernel, tokens: ServiceAccountTokens): Promise<void> {
  const { namespace = '', name = '' } = call.target;
  const options = call.writeOptions('CreateOptions');
  const body = withDefaults(await call.body(KIND));
  const path = targetAs(call.target, KIND);
  const managedFields = ownersAtCreate(writeBy(kernel, path, options), body);
  if (body.metadata.namespace && body.metadata.namespace !== namespace) throw namespaceMismatch();
  if (body.metadata.name && body.metadata.name !== name) {
    const error = invalidValue('metadata.name', body.metadata.name, 'must match the service account name if specified');
    throw invalid(KIND, name, [error]);
  }
  const account = kernel.store.get('serviceaccounts', keyOf(namespace, name))?.object;
  if (!account) throw notFound(call.target.resource, name);
  const { uid } = account.metadata;
  if (body.metadata.uid && body.metadata.uid !== uid) {
    const why = `the UID in the token request (${body.metadata.uid}) does not match the UID of the service account (${uid})`;
    throw conflict({ group: KIND.group, plural: KIND.kind }, name, why);
  }
  const spec = isJsonObject(body['spec']) ? body['spec'] : {};
  const expirationSeconds = Number(spec['expirationSeconds']);
  const errors = durationErrors(expirationSeconds);
  if (errors.length > 0) throw invalid(KIND, '', errors);
  const wanted = Array.isArray(spec['audiences']) ? (spec['audiences'] as string[]) : [];
  const audiences = wanted.length > 0 ? wanted : [ISSUER];
  const bound = boundTo(kernel, spec['boundObjectRef'], account);
  const livesLong =
    'pod' in bound && expirationSeconds === PROJECTED_SECONDS && audiences.every((one) => one === ISSUER);
  const token = tokens.issue({
    account,
    audiences,
    expirationSeconds: livesLong ? YEAR_SECONDS : expirationSeconds,
    ...(livesLong && { warnAfterSeconds: expirationSeconds }),
    bound,
  });
  const now = kernel.clock.wall();
  await call.send(201, KIND, {
    metadata: withField({ name, namespace, uid, creationTimestamp: timestamp(now) }, 'managedFields', managedFields),
    spec: { audiences, expirationSeconds, boundObjectRef: spec['boundObjectRef'] ?? null },
    status: { token, expirationTimestamp: timestamp(now + expirationSeconds * 1000) },
  });
}

function withDefaults(body: KubeObject): KubeObject {
  const spec = isJsonObject(body['spec']) ? body['spec'] : {};
  return { ...body, spec: { ...spec, expirationSeconds: spec['expirationSeconds'] ?? DEFAULT_SECONDS } };
}

function durationErrors(seconds: number): FieldError[] {
  const wrong = (detail: string): FieldError[] => [invalidValue('spec.expirationSeconds', seconds, detail)];
  if (seconds < SHORTEST_SECONDS) return wrong('may not specify a duration less than 10 minutes');
  return seconds > LONGEST_SECONDS ? wrong('may not specify a duration larger than 2^32 seconds') : [];
}

type Bound = Parameters<ServiceAccountTokens['issue']>[0]['bound'];

function boundTo({ store }: Kernel, ref: unknown, account: KubeObject): Bound {
  if (!isJsonObject(ref)) return {};
  const { namespace = '', name: accountName = '' } = account.metadata;
  const name = textAt(ref, 'name');
  const kind = textAt(ref, 'kind');
  const version = textAt(ref, 'apiVersion');
  const plural = version.includes('/') ? undefined : { Pod: 'pods', Secret: 'secrets', Node: 'nodes' }[kind];
  if (plural === undefined) {
    const type = groupVersionOf(version);
    throw badRequest(`cannot bind token to object of type ${type.group}/${type.version}, Kind=${kind}`);
  }
  const object = store.get(plural, keyOf(plural === 'nodes' ? undefined : namespace, name))?.object;
  if (!object) throw notFound({ group: '', plural }, name);
  if (kind === 'Pod' && textAt(object, 'spec', 'serviceAccountName') !== accountName) {
    throw badRequest(
      `cannot bind token for serviceaccount ${JSON.stringify(accountName)} to pod running with different serviceaccount name.`,
    );
  }
  checkUid(ref, kind, object);
  if (kind === 'Secret') return { secret: object };
  if (kind === 'Node') return { node: { name, uid: object.metadata.uid } };
  const nodeName = textAt(object, 'spec', 'nodeName');
  if (nodeName === '') return { pod: object };
  const uid = fieldAt(store.get('nodes', keyOf(undefined, nodeName))?.object, ['metadata', 'uid']);
  return { pod: object, node: { name: nodeName, ...(typeof uid === 'string' && { uid }) } };
}

function checkUid(ref: JsonObject, kind: string, { metadata }: KubeObject): void {
  const given = textAt(ref, 'uid');
  if (given === '' || given === metadata.uid) return;
  const why = `the UID in the bound object reference (${given}) does not match the UID in record. The object might have been deleted and then recreated`;
  throw conflict({ group: '', plural: kind }, metadata.name ?? '', why);
}
