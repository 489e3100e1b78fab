/** Throws when something is wrong; the message is for the log. */
export type HealthCheck = () => void;

export interface CheckResult {
  readonly name: string;
  readonly outcome: 'ok' | 'failed' | 'excluded';
  readonly error?: unknown;
}

/** Runs all checks but the excluded ones. */
export function runChecks(
  checks: ReadonlyMap<string, HealthCheck>,
  excluded: ReadonlySet<string> = new Set(),
): CheckResult[] {
  return [...checks].map(([name, check]) => {
    if (excluded.has(name)) return { name, outcome: 'excluded' };
    try {
      check();
      return { name, outcome: 'ok' };
    } catch (error) {
      return { name, outcome: 'failed', error };
    }
  });
}

const LINE = {
  ok: (name: string) => `[+]${name} ok`,
  excluded: (name: string) => `[+]${name} excluded: ok`,
  failed: (name: string) => `[-]${name} failed: reason withheld`,
} as const;

/** The answer that controller-runtime gives, word for word: probes and people know it. Causes are not in it (R-155). */
export function healthAnswer(
  endpoint: string,
  results: readonly CheckResult[],
  options: { readonly verbose: boolean; readonly excluded: ReadonlySet<string> },
): { readonly status: 200 | 500; readonly body: string } {
  const unknown = [...options.excluded].filter((name) => !results.some((result) => result.name === name));
  const lines = results.map(({ name, outcome }) => LINE[outcome](name));
  if (unknown.length > 0) {
    lines.push(`warn: some health checks cannot be excluded: no matches for ${unknown.map((n) => `"${n}"`).join(',')}`);
  }
  if (results.some(({ outcome }) => outcome === 'failed')) {
    return { status: 500, body: `${[...lines, `${endpoint} check failed`].join('\n')}\n` };
  }
  return { status: 200, body: options.verbose ? `${[...lines, `${endpoint} check passed`].join('\n')}\n` : 'ok' };
}
