import { celRules } from '@slipway/crd/cel';
import type { Finding } from '@slipway/crd/compatibility';
import {
  type CompiledRule,
  type CompiledSchema,
  type Crd,
  compileSchema,
  isJsonObject,
  type JsonObject,
  parseJson,
} from '@slipway/crd/schema';

/** Findings about a rule that was added or changed. */
const ABOUT_RULES = new Set(['X09', 'X12']);

/**
 * Whether an object breaks the new rule that a finding is about: the new schema with that one rule against
 * the new schema without any. An object that the schema refuses anyway, a rule over old and new, and another
 * version than the one that was read are `unknown`, which never lowers a verdict (L05).
 */
export function ruleEvaluator(
  crd: Crd | null,
  version: string,
): (finding: Finding, object: unknown) => boolean | 'unknown' {
  const probes = new Map<string, RuleProbe>();
  return ({ rule: id, version: changed, new: token }, object) => {
    if (crd === null || changed !== version || !ABOUT_RULES.has(id) || !isJsonObject(object)) return 'unknown';
    const probe = probes.get(token ?? '') ?? new RuleProbe(crd, version, ruleText(token));
    probes.set(token ?? '', probe);
    return probe.breaks(object);
  };
}

function ruleText(token: string | undefined): string | undefined {
  const value = token === undefined ? undefined : parseJson(token);
  const rule = isJsonObject(value) ? value['rule'] : undefined;
  return typeof rule === 'string' ? rule : undefined;
}

const HOLDS: CompiledRule = { usesOldSelf: false, problems: [], check: () => undefined };

class RuleProbe {
  readonly #plain: CompiledSchema;
  readonly #ruled: CompiledSchema;
  #isUsable: boolean;

  constructor(crd: Crd, version: string, text: string | undefined) {
    this.#isUsable = text !== undefined;
    this.#plain = compileSchema(crd, version);
    this.#ruled = compileSchema(crd, version, {
      rules: {
        compile: (rule, site) => {
          if (rule.rule !== text) return HOLDS;
          const compiled = celRules.compile(rule, site);
          if (compiled.usesOldSelf || compiled.problems.length > 0) this.#isUsable = false;
          return compiled;
        },
      },
    });
  }

  breaks(object: JsonObject): boolean | 'unknown' {
    if (this.#plain.admit(object).problems.length > 0) return 'unknown';
    const isBroken = this.#ruled.admit(object).problems.length > 0;
    // Rules are compiled when they are first met.
    return this.#isUsable ? isBroken : 'unknown';
  }
}
