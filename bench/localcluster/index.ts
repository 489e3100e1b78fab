/**
 * @module
 * The benchmarks of @slipway/localcluster: what an API server in one Node process costs.
 *
 * `compare` sends the same requests to it and to a real kube-apiserver with etcd, interleaved, each from
 * nothing; both have the contestants' core to themselves, and the load comes from the other. What counts is
 * the CPU time of the server's processes, read from /proc: on a busy machine it is what another run will
 * find again. The rest is about localcluster alone.
 */
import { type Group, groupOf } from '../group.ts';
import { comparison } from './comparison.ts';
import { importCost } from './import-cost.ts';
import { manyClusters } from './many-clusters.ts';
import { nodes } from './nodes.ts';
import { plans } from './plan.ts';
import { population } from './population.ts';

export const localcluster: Group = groupOf(plans, [comparison, manyClusters, population, nodes, importCost]);
