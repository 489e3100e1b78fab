import type { RuleCompiler } from '../schema/index.ts';
import type { ChartFolder } from './crd-pair.ts';
import type { CrdifyConfig } from './crdify/index.ts';
import type { Scan } from './evidence.ts';
import type { Verdict } from './finding.ts';
import type { KubeVersion } from './normal/index.ts';
import type { Waiver } from './waivers.ts';

/** `crdify` and `olm` answer what those tools would; `platform` answers by the catalogue. */
export type Mode = 'crdify' | 'olm' | 'platform';

export interface CompareOptions {
  /** @default 'platform' */
  readonly mode?: Mode;
  /**
   * Count every loosening one step worse: SAFE → REVIEW → BREAK. Only in `platform`.
   * @default false
   */
  readonly strict?: boolean;
  /**
   * The Kubernetes releases that the CRD has to work on.
   * @default those that Kubernetes supports: the newest three that are known
   */
  readonly targets?: readonly KubeVersion[];
  /** Paths of enums, `^.spec.mode`, whose readers cope with values they do not know. */
  readonly openEnums?: readonly string[];
  /**
   * Whether a CRD that left the package stays in the cluster. Where it does not, its objects are
   * deleted with it.
   * @default true
   */
  readonly keepsCrds?: boolean;
  /**
   * Who writes status: `owned` is the controller that is rolled out together with the CRD, so under
   * `^.status` users are the readers and variance flips; `foreign` turns that off.
   * @default 'owned'
   */
  readonly statusWriters?: 'owned' | 'foreign';
  /**
   * Whether a known writer sets status through the main resource.
   * @default false
   */
  readonly mainStatusWriters?: boolean;
  /** Verdicts of single rules. Raises freely; lowers REVIEW and ONEWAY only. */
  readonly rules?: Readonly<Record<string, Verdict>>;
  /** REVIEW rules that need no approval. */
  readonly accept?: readonly string[];
  /** @default 'BREAK' */
  readonly failOn?: Verdict;
  /**
   * `required` makes an incomplete scan a fault: a report that nobody may take for a pass.
   * @default 'off'
   */
  readonly evidence?: 'off' | 'on' | 'required';
  /** What live objects showed, one scan for each target cluster. Counts unless `evidence` is off. */
  readonly scans?: readonly Scan[];
  readonly waivers?: readonly Waiver[];
  /** Today, for the expiry of waivers: milliseconds since 1970. Waivers have no effect without it. */
  readonly now?: number;
  /** Compiles validation rules, so that those which servers refuse are found. @default rules are not compiled */
  readonly compiler?: RuleCompiler;
  /** Configuration of crdify itself; only in mode `crdify`. */
  readonly crdify?: CrdifyConfig;
  /** Where the sides come from, for the report. */
  readonly sources?: { readonly old?: string; readonly new?: string };
  /** Where in a Helm chart the sides lay. */
  readonly chartFolders?: { readonly old?: ChartFolder; readonly new?: ChartFolder };
}
