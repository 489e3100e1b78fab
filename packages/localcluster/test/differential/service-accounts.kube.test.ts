import { describe, expect, test } from 'vitest';
import { type Step, useTwins } from '../../../apiserver/test/differential/twins.ts';

const twins = useTwins({ controllers: true });

const PLACE = '/api/v1/namespaces/accounts';

type Row = readonly [method: string, path: string, body?: unknown, type?: Step['type']];

async function compare(rows: readonly Row[]): Promise<void> {
  for (const [method, path, body, type] of rows) {
    const step: Step = { method, path, ...(body !== undefined && { body }), ...(type && { type }) };
    const { kube, local } = await twins.ask(step);
    expect.soft({ step, outcome: local }).toEqual({ step, outcome: kube });
  }
}

/** Asks until both have it: controllers take their time. */
async function settles(path: string): Promise<void> {
  for (;;) {
    const { kube, local } = await twins.ask({ method: 'GET', path });
    if (kube.status === 200 && local.status === 200) return;
  }
}

const container = (rest: object = {}) => ({ name: 'main', image: 'none:1', ...rest });
const pod = (name: string, spec: object = {}): Row => [
  'POST',
  `${PLACE}/pods?dryRun=All`,
  { metadata: { name }, spec: { containers: [container()], ...spec } },
];
const account = (name: string, rest: object = {}): Row => [
  'POST',
  `${PLACE}/serviceaccounts`,
  { metadata: { name }, ...rest },
];
/** Both names of the field: a client that knows the old one sends both. */
const as = (name: string) => ({ serviceAccountName: name, serviceAccount: name });
const MOUNT = { name: 'own', mountPath: '/var/run/secrets/kubernetes.io/serviceaccount' };

describe('service accounts of a real control plane', () => {
  test('K-144: a pod runs as an account, and has its token', async () => {
    await compare([['POST', '/api/v1/namespaces', { metadata: { name: 'accounts' } }]]);
    await settles(`${PLACE}/serviceaccounts/default`);
    await settles(`${PLACE}/configmaps/kube-root-ca.crt`);
    const annotations = { 'kubernetes.io/enforce-mountable-secrets': 'true' };
    const strict = { metadata: { name: 'strict', annotations }, secrets: [{ name: 'known' }] };
    await twins.ask({ method: 'POST', path: `${PLACE}/serviceaccounts`, body: strict });
    await compare([
      account('silent', { automountServiceAccountToken: false }),
      account('pulls', { imagePullSecrets: [{ name: 'registry' }] }),
      pod('plain'),
      pod('missing', { ...as('nobody') }),
      pod('silent', { ...as('silent') }),
      pod('loud', { ...as('silent'), automountServiceAccountToken: true }),
      pod('quiet', { automountServiceAccountToken: false }),
      pod('pulls', { ...as('pulls') }),
      pod('own-pulls', { ...as('pulls'), imagePullSecrets: [{ name: 'mine' }] }),
      pod('init', { initContainers: [container({ name: 'init' })] }),
      pod('mounted', { containers: [container({ volumeMounts: [MOUNT] })], volumes: [{ name: 'own', emptyDir: {} }] }),
      pod('strict', { ...as('strict'), volumes: [{ name: 's', secret: { secretName: 'other' } }] }),
      pod('known', { ...as('strict'), volumes: [{ name: 's', secret: { secretName: 'known' } }] }),
      pod('variable', {
        ...as('strict'),
        containers: [container({ env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'other', key: 'k' } } }] })],
      }),
      pod('pulling', { ...as('strict'), imagePullSecrets: [{ name: 'other' }] }),
    ]);
  });
});
