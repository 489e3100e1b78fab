import {
  type CompiledRule,
  type CompiledSchema,
  type Crd,
  compileSchema,
  isJsonObject,
  type JsonObject,
  parseJson,
  type RuleCompiler,
} from '../schema/index.ts';
import type { Finding } from './finding.ts';
import type { Answer } from './violation.ts';

/**
 * Whether an object breaks the new rule that a finding is about: the new schema with that one rule against
 * the new schema without any. An object that the schema refuses anyway and a rule over old and new are
 * `unknown`, which never lowers a verdict (L05).
 */
export class RuleEvidence {
  readonly #crd: Crd;
  readonly #compiler: RuleCompiler;
  readonly #probes = new Map<string, RuleProbe>();

  constructor(crd: Crd, compiler: RuleCompiler) {
    this.#crd = crd;
    this.#compiler = compiler;
  }

  violates({ version, new: token = '' }: Finding, object: JsonObject): Answer {
    const key = `${version} ${token}`;
    const probe = this.#probes.get(key) ?? new RuleProbe(this.#crd, version, ruleText(token), this.#compiler);
    this.#probes.set(key, probe);
    return probe.breaks(object);
  }
}

function ruleText(token: string): string | undefined {
  const value = token === '' ? undefined : parseJson(token);
  const rule = isJsonObject(value) ? value['rule'] : undefined;
  return typeof rule === 'string' ? rule : undefined;
}

const HOLDS: CompiledRule = { usesOldSelf: false, problems: [], check: () => undefined };

class RuleProbe {
  readonly #plain: CompiledSchema;
  readonly #ruled: CompiledSchema;
  #isUsable: boolean;

  constructor(crd: Crd, version: string, text: string | undefined, compiler: RuleCompiler) {
    this.#isUsable = text !== undefined;
    this.#plain = compileSchema(crd, version);
    this.#ruled = compileSchema(crd, version, {
      rules: {
        compile: (rule, site) => {
          if (rule.rule !== text) return HOLDS;
          const compiled = compiler.compile(rule, site);
          if (compiled.usesOldSelf || compiled.problems.length > 0) this.#isUsable = false;
          return compiled;
        },
      },
    });
  }

  breaks(object: JsonObject): Answer {
    if (this.#plain.admit(object).problems.length > 0) return 'unknown';
    const isBroken = this.#ruled.admit(object).problems.length > 0;
    // Rules are compiled when they are first met.
    return this.#isUsable ? isBroken : 'unknown';
  }
}
