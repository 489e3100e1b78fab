import { notRun } from '@slipway/tools/vitest-reporter';
import { afterAll, beforeAll, describe } from 'vitest';
import type { Capability, TestCluster } from './cluster.ts';
import { type Flavour, flavourFromEnvironment, flavours } from './flavour.ts';

export interface ClusterSuiteOptions {
  /** What the suite cannot do without. @default ['objects'] */
  readonly needs?: readonly Capability[];
}

/**
 * A suite that runs on each kind of cluster: `SLIPWAY_CLUSTER` says on which (`local`, the default,
 * or `kube`). All suites of a file share one cluster and keep apart by namespaces of their own.
 *
 * Where the cluster lacks something that the suite needs, the suite is listed as not run, with the reason.
 */
export function describeCluster(
  title: string,
  { needs = ['objects'] }: ClusterSuiteOptions,
  body: (cluster: () => TestCluster) => void,
): void {
  const flavour = flavours[flavourFromEnvironment()];
  const missing = needs.filter((need) => !flavour.capabilities.has(need));
  if (missing.length > 0) {
    const reason = `needs ${missing.join(' and ')}, which ${flavour.title} does not have yet`;
    describe.skip(title, notRun(reason), () => body(runningCluster));
    return;
  }
  for (const need of needs) needed.add(need);
  startOncePerFile(flavour);
  describe(title, () => body(runningCluster));
}

// Files of one process share this module and run one after the other: these belong to the one that runs now.
let running: TestCluster | undefined;
let hasHooks = false;
const needed = new Set<Capability>();

function startOncePerFile(flavour: Flavour): void {
  if (hasHooks) return;
  hasHooks = true;
  beforeAll(async () => {
    running = await flavour.start(needed);
  });
  afterAll(async () => {
    const ending = running;
    [running, hasHooks] = [undefined, false];
    needed.clear();
    await ending?.stop();
  });
}

function runningCluster(): TestCluster {
  if (running === undefined) throw new Error('The cluster runs only inside tests and hooks: call cluster() there.');
  return running;
}
