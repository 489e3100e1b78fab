import { canonicalJson } from '@slipway/apimachinery/json';
import type { JsonValue } from '../schema/index.ts';
import { compareBytes, sha256 } from './canonical.ts';
import { catalogue, type RuleFact, type RuleId } from './catalogue.ts';

export type Verdict = 'REJECT' | 'BREAK' | 'REVIEW' | 'ONEWAY' | 'SAFE' | 'INFO';

/** How much worse one verdict is than another. */
export const RANK: Readonly<Record<Verdict, number>> = { REJECT: 5, BREAK: 4, REVIEW: 3, ONEWAY: 2, SAFE: 1, INFO: 0 };

export const VERDICTS: readonly Verdict[] = ['REJECT', 'BREAK', 'REVIEW', 'ONEWAY', 'SAFE', 'INFO'];

/**
 * Who is affected: writers (W), stored objects at their next update (S), readers (R), data that is hidden
 * and then lost (D), server-side-apply ownership (M).
 */
export type Party = 'W' | 'S' | 'R' | 'D' | 'M';

/** A value as canonical JSON text: integers beyond 2^53 keep their digits. */
export type RawToken = string;

/** What scanning live objects found for one finding; never a value of an object. */
export interface Evidence {
  readonly state: 'complete' | 'incomplete' | 'not-evaluated';
  readonly violations: number;
  readonly total: number;
  /** Up to 20 `namespace/name`, with the cluster in front where there are several. */
  readonly objects: readonly string[];
  /** Whether the objects were read at another version than they are stored at. */
  readonly isConverted: boolean;
}

export interface WaiverRef {
  readonly owner: string;
  readonly reason: string;
  readonly expires: string;
}

/** An object that shows a break. Made from the schemas, never from live objects. */
export interface Witness {
  /** Accepted whole before, unless the outcome is `accepted`. As JSON text, which keeps every digit; kubectl takes it. */
  readonly object: RawToken;
  /** What it replaces, where the break is about a change of it. */
  readonly stored?: RawToken;
  /**
   * What happens to it now: a refusal, fields that are dropped without one, another value for readers, or the loss of
   * all of it. `accepted`: refused before, and a surprise for readers now.
   */
  readonly outcome: 'refused' | 'pruned' | 'changed' | 'deleted' | 'accepted';
  /** Where, in the words of the server for a refusal. */
  readonly says: string;
}

export interface Finding {
  readonly rule: string;
  readonly verdict: Verdict;
  /** The verdict before policy, evidence and waivers. */
  readonly base: Verdict;
  readonly parties: readonly Party[];
  /** What going back costs. */
  readonly reversal: 'none' | 'loss' | 'one-way';
  readonly crd: string;
  /** A version, a pair of them (`v1alpha1 -> v1`), or empty for the whole CRD. */
  readonly version: string;
  readonly path: readonly string[];
  readonly keyword?: string;
  readonly old?: RawToken;
  readonly new?: RawToken;
  readonly message: string;
  readonly remedy: string;
  /** Gates that a delivery plan has to add. */
  readonly gates: readonly string[];
  readonly ratchet: 'yes' | 'no' | 'n/a';
  /** Whether `strict` raises it: something is accepted now that was not before. */
  readonly isLoosening: boolean;
  readonly evidence?: Evidence;
  /** Set by `withWitnesses`, on breaks for which one is found. */
  readonly witness?: Witness;
  /** Set by `withWitnesses`, on breaks without a witness: why there is none. */
  readonly noWitness?: string;
  readonly waiver?: WaiverRef;
  readonly fingerprint: string;
}

/** What a rule says; the rest of a finding follows from the catalogue and the place. */
export interface Draft {
  readonly rule: RuleId;
  readonly verdict: Verdict;
  /** Letters of the parties, `WS`. */
  readonly hurts?: string;
  readonly isLoosening?: boolean;
  readonly reversal?: Finding['reversal'];
  /** Given by rules about the whole CRD and about pairs of versions. */
  readonly version?: string;
  readonly path?: readonly string[];
  readonly keyword?: string;
  readonly old?: JsonValue | undefined;
  readonly new?: JsonValue | undefined;
  readonly message: string;
  /** Given where the catalogue's own remedy is not exact enough. */
  readonly remedy?: string;
  readonly gates?: readonly string[];
}

export function finish(draft: Draft, crd: string): Finding {
  const { rule, verdict, keyword, message, version = '', path = [] } = draft;
  const fact: RuleFact = catalogue[rule];
  const values = {
    ...(draft.old === undefined ? {} : { old: canonicalJson(draft.old) }),
    ...(draft.new === undefined ? {} : { new: canonicalJson(draft.new) }),
  };
  return {
    rule,
    verdict,
    base: verdict,
    parties: (draft.hurts ?? '').split('') as Party[],
    reversal: draft.reversal ?? 'none',
    crd,
    version,
    path,
    ...(keyword === undefined ? {} : { keyword }),
    ...values,
    message,
    remedy: draft.remedy ?? fact.remedy,
    gates: draft.gates ?? [],
    ratchet: fact.ratchet ?? 'n/a',
    isLoosening: draft.isLoosening ?? false,
    fingerprint: sha256([rule, crd, version, JSON.stringify(path), values.old ?? '', values.new ?? ''].join('\n')),
  };
}

export function compareFindings(a: Finding, b: Finding): number {
  return (
    compareBytes(a.version, b.version) ||
    comparePaths(a.path, b.path) ||
    compareBytes(a.rule, b.rule) ||
    compareBytes(a.message, b.message)
  );
}

function comparePaths(a: readonly string[], b: readonly string[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const order = compareBytes(a[at] ?? '', b[at] ?? '');
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** The highest verdict; SAFE when there is nothing to say. */
export function worst(findings: readonly Pick<Finding, 'verdict'>[]): Verdict {
  return VERDICTS.find((verdict) => findings.some((finding) => finding.verdict === verdict)) ?? 'SAFE';
}

/** `^.spec.foo`; combinator members carry their index, anything but a plain name is quoted. */
export function printPath(path: readonly string[]): string {
  return path.reduce(
    (text, segment) =>
      /^\w[\w$-]*(?:\[\d+\])?$|^[$_-][\w$-]*$/.test(segment)
        ? `${text}.${segment}`
        : `${text}[${JSON.stringify(segment)}]`,
    '^',
  );
}

const LONGEST_VALUE = 80;
/** Of two long values a part is shown: some of what is equal, then what differs. */
const LEAD = 20;
const PART = 60;

/** `"a" became "b"`: of long values the part in which they differ. */
export function shownChange(before: JsonValue, after: JsonValue): string {
  const [old, now] = [canonicalJson(before), canonicalJson(after)];
  if (Math.max(old.length, now.length) <= LONGEST_VALUE) return `${old} became ${now}`;
  let at = 0;
  while (at < old.length && old[at] === now[at]) at++;
  // A pair of surrogates is one character.
  const from = Math.max(0, at - LEAD - (isLowSurrogate(old.charCodeAt(at - LEAD)) ? 1 : 0));
  return `${part(old, from)} became ${part(now, from)}`;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function part(text: string, from: number): string {
  const isWhole = from === 0 && text.length <= LONGEST_VALUE;
  if (isWhole) return text;
  const end = from + PART;
  return `${from > 0 ? '…' : ''}${text.slice(from, end)}${end < text.length ? '…' : ''} (${text.length} characters)`;
}

/** A value for people: long ones are cut, with their length. */
export function shown(value: JsonValue): string {
  const text = canonicalJson(value);
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE)}… (${text.length} characters)`;
}
