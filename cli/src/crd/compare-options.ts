import { celRules } from '@slipway/crd/cel';
import {
  ALL_TARGETS,
  type CompareOptions,
  type KubeVersion,
  type Mode,
  type Policy,
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
  if (policy !== undefined && environment !== undefined) refuseUnknown(environment, policy, policies);
  const common: CompareOptions = {
    mode,
    ...(strict === undefined ? {} : { strict }),
    ...(failOn === undefined ? {} : { failOn }),
    ...(targets === undefined ? {} : { targets }),
    now,
    compiler: celRules,
    chartFolders: {
      ...(before.chartFolder && { old: before.chartFolder }),
      ...(after.chartFolder && { new: after.chartFolder }),
    },
    ...(waivers === undefined ? {} : { waivers: await settingsIn(waivers, (content) => parseWaivers(content, now)) }),
    ...(crdifyConfig === undefined ? {} : { crdify: await settingsIn(crdifyConfig, parseCrdifyConfig) }),
  };
  return (crd) => ({ ...policyFor(policies, crd, environment), ...common });
}

/** Flags that do not fit together: one that nothing reads would look as if it had been obeyed. */
export function checkCompareFlags({ mode, targets = [], policy, environment, crdifyConfig }: CompareFlags): void {
  const [oldest = '1.0'] = ALL_TARGETS;
  const old = targets.find((target) => minorOf(target) < minorOf(oldest));
  if (old !== undefined)
    throw new CliError('CLI_USAGE', `--targets names ${old}; the oldest release that is known is ${oldest}`);
  if (environment !== undefined && policy === undefined)
    throw new CliError('CLI_USAGE', '--environment chooses among the policies of a file; name it by --policy');
  if (crdifyConfig !== undefined && mode !== 'crdify')
    throw new CliError('CLI_USAGE', `--crdify-config is not read in mode ${mode}; give --mode crdify, or leave it out`);
}

const minorOf = (release: KubeVersion): number => Number(release.slice(2));

function refuseUnknown(environment: string, file: string, policies: readonly Policy[]): void {
  const known = new Set(policies.flatMap((policy) => policy.environment ?? []));
  if (known.has(environment)) return;
  const there = known.size === 0 ? 'it has no environments' : `it has ${[...known].toSorted().join(', ')}`;
  throw new CliError('CLI_USAGE', `--environment is "${environment}", which no policy of ${file} is for; ${there}`);
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
