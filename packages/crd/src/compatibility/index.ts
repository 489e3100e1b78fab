/**
 * @module
 * What happens when one CustomResourceDefinition replaces another: who is affected, and how to do it
 * safely instead.
 *
 * Both sides are normalised, then compared by rules with stable ids, one finding for each cause. On top
 * come policy, live evidence and waivers, which move verdicts but never hide a finding. The same
 * comparison run backwards tells whether the change can be undone. Everything is a pure function of
 * what is given: reading files and clusters is up to the caller.
 *
 * Two more modes answer what crdify and OLM would say, word by word.
 */
export { catalogue, type RuleFact, type RuleId } from './catalogue.ts';
export { type CrdReport, compareCrds, compareSets, type Side } from './compare.ts';
export type { ChartFolder } from './crd-pair.ts';
export {
  type CrdifyConfig,
  type CrdifyResults,
  parseCrdifyConfig,
  printCrdify,
  printCrdifyText,
  toCrdify,
} from './crdify/index.ts';
export { engineEvaluator } from './engine-evidence.ts';
export { isFresh, isScannable, ObjectScan, type Scan, type ScanResult, scannedVersion } from './evidence.ts';
export {
  type Evidence,
  type Finding,
  type Party,
  printPath,
  RANK,
  VERDICTS,
  type Verdict,
  type WaiverRef,
} from './finding.ts';
export { ALL_TARGETS, type KubeVersion } from './normal/index.ts';
export type { CompareOptions, Mode } from './options.ts';
export { type Policy, policyFor } from './policy.ts';
export { parsePolicies } from './policy-file.ts';
export { checkReject } from './reject/index.ts';
export {
  conditionMessage,
  type ExitCode,
  exitCodeOf,
  type LineOf,
  printGithub,
  printJson,
  printMarkdown,
  printSarif,
  printTable,
} from './report/index.ts';
export type { Reversibility } from './reverse.ts';
export { violates } from './violation.ts';
export { parseWaivers, type Waiver } from './waivers.ts';
export { type Witness, withWitnesses } from './witness/index.ts';
