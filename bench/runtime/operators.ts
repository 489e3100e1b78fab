import { fileURLToPath } from 'node:url';
import { ensureGoPeer } from '../contestants/index.ts';

/** An operator for Widgets. */
export interface Operator {
  readonly name: string;
  /** Every ratio is to the baseline. */
  readonly isBaseline: boolean;
  command(kubeconfigPath: string): readonly string[];
}

/** Explicit for all, since defaults differ (B-1). */
const CONCURRENCY = 10;

export const slipwayOperator = fileURLToPath(new URL('../peers/slipway/widget-operator.mjs', import.meta.url));

/** All operators, built where they are not there yet. */
export async function prepareOperators(onProgress: (line: string) => void): Promise<readonly Operator[]> {
  const go = await ensureGoPeer({ name: 'controller-runtime', about: 'sigs.k8s.io/controller-runtime' }, onProgress);
  return [
    // The stronger of the two is the 1.00: it looks into its cache before it sends.
    operator('controller-runtime', [go, '--compare'], true),
    operator('controller-runtime, always applying', [go]),
    operator('Slipway', [process.execPath, slipwayOperator]),
  ];
}

function operator(name: string, program: readonly string[], isBaseline = false): Operator {
  return {
    name,
    isBaseline,
    command: (kubeconfigPath) => [...program, ...operatorArguments(kubeconfigPath)],
  };
}

export const operatorArguments = (kubeconfigPath: string): readonly string[] => [
  `--kubeconfig=${kubeconfigPath}`,
  `--concurrency=${CONCURRENCY}`,
];
