import { timestamp } from '@slipway/apimachinery/clock';
import type { CertificateAuthority, CertificateRequest } from '../certificates/index.ts';
import { readRequest } from '../certificates/index.ts';
import { fieldAt, isJsonObject, type JsonObject, type KubeObject, textAt } from '../objects/index.ts';
import type { Kernel } from '../operations/index.ts';
import { keyOf } from '../store/index.ts';

const REQUESTS = 'certificatesigningrequests.certificates.k8s.io';
const MINUTE_MS = 60_000;
const LONGEST_MS = 365 * 24 * 60 * MINUTE_MS;
const SHORTEST_MS = 10 * MINUTE_MS;
const BACKDATE_MS = 5 * MINUTE_MS;

const CLIENT = ['client auth', 'digital signature', 'key encipherment'];
const SERVING = ['digital signature', 'key encipherment', 'server auth'];

type Check = (request: CertificateRequest, usages: readonly string[]) => string | undefined;

/** Signer → why it will not sign. The words are those of a real controller manager. */
const SIGNERS: Readonly<Record<string, Check>> = {
  'kubernetes.io/kube-apiserver-client': (_request, usages) => {
    const wrong = usages.find((usage) => !CLIENT.includes(usage));
    if (wrong !== undefined) return `invalid usage for client certificate: ${wrong}`;
    return usages.includes('client auth') ? undefined : 'missing required usage for client certificate: client auth';
  },
  'kubernetes.io/kube-apiserver-client-kubelet': (request, usages) => {
    if (!isOfNodes(request)) return NOT_OF_NODES;
    if (request.hasDnsNames) return 'DNS subjectAltNames are not allowed';
    if (request.hasEmails) return NO_EMAILS;
    if (request.hasAddresses) return 'IP subjectAltNames are not allowed';
    if (request.hasUris) return NO_URIS;
    return isNode(request) ? usageProblem(usages, CLIENT) : NOT_A_NODE;
  },
  'kubernetes.io/kubelet-serving': (request, usages) => {
    if (!isOfNodes(request)) return NOT_OF_NODES;
    if (!request.hasDnsNames && !request.hasAddresses) return 'DNS or IP subjectAltName is required';
    if (request.hasEmails) return NO_EMAILS;
    if (request.hasUris) return NO_URIS;
    return usageProblem(usages, SERVING) ?? (isNode(request) ? undefined : NOT_A_NODE);
  },
  'kubernetes.io/legacy-unknown': () => undefined,
};

const NOT_OF_NODES = 'subject organization is not system:nodes';
const NOT_A_NODE = 'subject common name does not begin with system:node:';
const NO_EMAILS = 'Email subjectAltNames are not allowed';
const NO_URIS = 'URI subjectAltNames are not allowed';

const isOfNodes = ({ organizations }: CertificateRequest): boolean => organizations.join('\n') === 'system:nodes';
const isNode = ({ commonName }: CertificateRequest): boolean => commonName.startsWith('system:node:');

/** Exactly these; the encipherment of keys is for RSA alone. */
function usageProblem(usages: readonly string[], wanted: readonly string[]): string | undefined {
  const isOptional = (usage: string): boolean => usage === 'key encipherment';
  const isRight =
    usages.every((usage) => wanted.includes(usage)) &&
    wanted.every((usage) => usages.includes(usage) || isOptional(usage));
  return isRight ? undefined : `usages did not match [${wanted.join(' ')}]`;
}

/** Signs approved requests to the signers that every cluster has, or says why not. */
export function startCertificateSigning(
  kernel: Kernel,
  authority: CertificateAuthority,
  later: (task: () => void) => void,
): () => void {
  const look = (name: string): void => {
    const object = kernel.store.get(REQUESTS, keyOf(undefined, name))?.object;
    const status = object && isWaiting(object) ? outcome(kernel, authority, object) : undefined;
    if (object && status) kernel.store.put(REQUESTS, keyOf(undefined, name), { ...object, status });
  };
  return kernel.store.subscribe(REQUESTS, ({ current }) => {
    const name = current?.object.metadata.name;
    if (name !== undefined && isWaiting(current?.object)) later(() => look(name));
  });
}

function isWaiting(object: KubeObject | undefined): boolean {
  const has = (type: string): boolean =>
    conditionsOf(object).some((one) => textAt(one, 'type') === type && textAt(one, 'status') === 'True');
  return has('Approved') && !has('Denied') && !has('Failed') && textAt(object, 'status', 'certificate') === '';
}

function conditionsOf(object: KubeObject | undefined): readonly JsonObject[] {
  const found = fieldAt(object, ['status', 'conditions']);
  return Array.isArray(found) ? found.filter(isJsonObject) : [];
}

/** The status as it is to be; undefined where nobody here signs such a request. */
function outcome({ clock }: Kernel, authority: CertificateAuthority, object: KubeObject): JsonObject | undefined {
  const check = SIGNERS[textAt(object, 'spec', 'signerName')];
  const request = readRequest(Buffer.from(textAt(object, 'spec', 'request'), 'base64').toString('utf8'));
  if (!check || !request) return undefined;
  const listed = fieldAt(object, ['spec', 'usages']);
  const usages = Array.isArray(listed) ? listed.map(String) : [];
  const status = isJsonObject(object['status']) ? object['status'] : {};
  const problem = check(request, usages);
  const now = clock.wall();
  if (problem !== undefined) {
    const time = timestamp(now);
    const failed = { type: 'Failed', status: 'True', reason: 'SignerValidationFailure', message: problem };
    const condition = { ...failed, lastUpdateTime: time, lastTransitionTime: time };
    return { ...status, conditions: [...conditionsOf(object), condition] };
  }
  const seconds = fieldAt(object, ['spec', 'expirationSeconds']);
  const wanted = typeof seconds === 'number' ? seconds * 1000 : LONGEST_MS;
  const validForMs = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, wanted));
  const certificate = authority.sign({ request, usages, notBefore: now - BACKDATE_MS, notAfter: now + validForMs });
  return { ...status, certificate: Buffer.from(certificate).toString('base64') };
}
