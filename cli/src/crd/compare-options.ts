import { celRules } from '@slipway/crd/cel';
import {
  type CompareOptions,
  type KubeVersion,
  type Mode,
  parseCrdifyConfig,
  parsePolicies,
  parseWaivers,
  policyFor,
  type Verdict,
} from '@slipway/crd/compatibility';
import { type JsonValue, readYaml } from '@slipway/crd/schema';
import { CliError } from '../errors.ts';
import type { CrdSet } from './sources.ts';
import { readText } from './texts.ts';

/** The flags that say how to compare. What a flag says goes before the policy. */
export interface CompareFlags {
  readonly mode: Mode;
  readonly strict?: boolean;
  readonly failOn?: Verdict;
  readonly targets?: readonly KubeVersion[];
  readonly policy?: string;
  readonly environment?: string;
  readonly waivers?: string;
  readonly crdifyConfig?: string;
}

export type OptionsFor = (crd: string) => CompareOptions;

/** The options for each CRD: the policy that fits it best, and the flags. */
export async function readCompareOptions(flags: CompareFlags, before: CrdSet, after: CrdSet): Promise<OptionsFor> {
  const { mode, strict, failOn, targets, waivers, crdifyConfig, policy, environment } = flags;
  const now = Date.now();
  const policies = policy === undefined ? [] : await settingsIn(policy, parsePolicies);
  const common: CompareOptions = {
    mode,
    ...(strict === undefined ? {} : { strict }),
    ...(failOn === undefined ? {} : { failOn }),
    ...(targets === undefined ? {} : { targets }),
    now,
    compiler: celRules,
    chartFolders: { ...(before.isChart ? { old: 'crds' } : {}), ...(after.isChart ? { new: 'crds' } : {}) },
    ...(waivers === undefined ? {} : { waivers: await settingsIn(waivers, (content) => parseWaivers(content, now)) }),
    ...(crdifyConfig === undefined ? {} : { crdify: await settingsIn(crdifyConfig, parseCrdifyConfig) }),
  };
  return (crd) => ({ ...policyFor(policies, crd, environment), ...common });
}

/** Whatever is wrong with a file of settings is a matter of usage, and names the file. */
async function settingsIn<T>(path: string, parse: (content: JsonValue) => T): Promise<T> {
  try {
    const { text, source } = await readText(path);
    return parse(readYaml(text, source)[0]?.value ?? null);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new CliError('CLI_USAGE', text.startsWith(path) ? text : `${path}: ${text}`, error);
  }
}
