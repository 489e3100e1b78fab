/** Every kind whose defaults and checks are compared with a real server's. */
import { access } from './families-access.ts';
import { configuration } from './families-configuration.ts';
import { network } from './families-network.ts';
import { nodes } from './families-nodes.ts';
import { pods } from './families-pods.ts';
import { workloads } from './families-workloads.ts';
import { rowsOf, type Suite } from './family.ts';
import { scenarios } from './scenarios.ts';

const families = [...configuration, ...pods, ...workloads, ...network, ...access, ...nodes];

/** All requests, in suites that share objects and need no others. */
export const suites: readonly Suite[] = [
  ...families.map((family) => ({ name: family.kind, rows: rowsOf(family) })),
  ...scenarios,
];
