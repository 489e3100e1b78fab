/** What a command gives back. Only `main.ts` writes and ends the process. */
export interface Outcome {
  readonly stdout?: string;
  readonly stderr?: string;
  /** 0 fine, 1 something is wrong with what was checked, 2 usage, 3 input, 4 a fault of the command. */
  readonly exitCode: 0 | 1 | 2 | 3 | 4;
}

const EXIT_CODES: Readonly<Record<string, Outcome['exitCode']>> = {
  CLI_USAGE: 2,
  CLI_FAULT: 4,
  CRD_POLICY: 2,
  GATI_SETTING: 2,
};

/** Why a port cannot be listened on, by the system's code; another port helps in both cases. */
const PORT_FAULTS: Readonly<Record<string, string>> = {
  EACCES: 'ports below 1024 need rights that you do not have',
  EADDRINUSE: 'it is taken',
};

/** An error as one line with its code; an error without one is the command's own fault. */
export function outcomeOf(error: unknown): Outcome {
  const port = portFault(error);
  if (port !== undefined) return { stderr: `slipway: ${port} [CLI_USAGE]\n`, exitCode: 2 };
  const code = codeOf(error);
  const text = error instanceof Error ? error.message : String(error);
  const [line = ''] = text.split('\n');
  const place = code === 'CLI_FAULT' ? 'this is a fault of slipway: ' : '';
  return { stderr: `slipway: ${place}${line.replace(/:$/, '')} [${code}]\n`, exitCode: EXIT_CODES[code] ?? 3 };
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^(?:APISERVER|CLI|CRD|GATI|KUBE|LOCALCLUSTER|TARGET|HELM)_/.test(code)
    ? code
    : 'CLI_FAULT';
}

function portFault(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { syscall, code = '', port } = error as NodeJS.ErrnoException & { readonly port?: number };
  const why = syscall === 'listen' ? PORT_FAULTS[code] : undefined;
  return why && `cannot listen on port ${port}: ${why}; choose another, or 0 for a free one (${code})`;
}
