import { fileURLToPath } from 'node:url';
import { ensureClientNode } from './client-node.ts';
import { ensureGoPeer } from './go-peer.ts';

export type ManagedFields = 'stripped' | 'kept';

export interface Contestant {
  /** Same name, same program: `Slipway`, `client-go`, … */
  readonly name: string;
  readonly managedFields: ManagedFields;
  /** Every ratio is to the baseline with the same managedFields. */
  readonly isBaseline: boolean;
  command(target: { readonly kubeconfigPath: string; readonly namespace: string }): readonly string[];
}

const script = (path: string): string => fileURLToPath(new URL(`../peers/${path}`, import.meta.url));
export const slipwayInformer = script('slipway/informer.mjs');

/** All contestants, built or fetched where they are not there yet. */
export async function prepareContestants(onProgress: (line: string) => void): Promise<readonly Contestant[]> {
  const goInformer = await ensureGoPeer({ name: 'go-informer', about: 'k8s.io/client-go' }, onProgress);
  const clientNode = await ensureClientNode(onProgress);
  const both = ['stripped', 'kept'] as const;
  return [
    ...both.map((managedFields) => contestant('client-go', [goInformer], managedFields, { isBaseline: true })),
    // JSON for all, as custom resources have nothing else; for built-in kinds Go has this too.
    contestant('client-go with protobuf', [goInformer, '--protobuf'], 'stripped'),
    ...both.map((managedFields) => contestant('Slipway', [process.execPath, slipwayInformer], managedFields)),
    // It has no transform: what the server sends is what it holds.
    contestant('client-node', [process.execPath, script('client-node/informer.mjs'), `--module=${clientNode}`], 'kept'),
  ];
}

function contestant(
  name: string,
  program: readonly string[],
  managedFields: ManagedFields,
  { isBaseline = false } = {},
): Contestant {
  const keep = managedFields === 'kept' ? ['--keep-managed-fields'] : [];
  return {
    name,
    managedFields,
    isBaseline,
    command: ({ kubeconfigPath, namespace }) => [
      ...program,
      `--kubeconfig=${kubeconfigPath}`,
      `--namespace=${namespace}`,
      ...keep,
    ],
  };
}
