/**
 * @module
 * The benchmarks of @slipway/crd: what it takes to compare CRDs and to validate objects.
 *
 * `diff` compares with crdify, file to report, each run a process of its own. The rest hold Slipway
 * against the bounds that the catalogue states; one that is missed is reported and fails nothing.
 */
import { type Group, groupOf } from '../group.ts';
import { bounds } from './bounds.ts';
import { fileDiff } from './file-diff.ts';
import { importCost } from './import-cost.ts';
import { plans } from './plan.ts';

export const crd: Group = groupOf(plans, [fileDiff, bounds, importCost]);
