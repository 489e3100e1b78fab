import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureTool } from '../binaries/index.ts';
import { ToolError } from '../errors.ts';
import { lastLines, runProcess } from '../processes/index.ts';
import { shardsOf } from './shards.ts';
import { type Spec, specsOfReport } from './spec.ts';

/** The names of all conformance specs. No cluster is asked. */
export async function conformanceSpecs(): Promise<string[]> {
  const specs = await runE2e(['--ginkgo.dry-run', '--ginkgo.focus=\\[Conformance\\]', '--kubeconfig=/dev/null']);
  return specs.flatMap(({ name, state }) => (state === 'passed' ? [name] : []));
}

/** Runs specs against one cluster: what each of them came to. */
export async function runConformance(kubeconfig: string, names: readonly string[]): Promise<Spec[]> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-conformance-'));
  try {
    const config = join(folder, 'kubeconfig');
    await writeFile(config, kubeconfig, { mode: 0o600 });
    const run = async (shard: readonly string[]): Promise<Spec[]> => {
      if (shard.length === 0) return [];
      // Ginkgo puts the name of the suite in front of each.
      const specs = await runE2e([`--ginkgo.focus=${shard.map(quoted).join('|')}`, `--kubeconfig=${config}`]);
      const wanted = new Set(shard);
      return specs.filter(({ name }) => wanted.has(name));
    };
    const { together, alone } = shardsOf(names);
    const first = await Promise.all(together.map(run));
    return [...first.flat(), ...(await run(alone))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runE2e(args: readonly string[]): Promise<Spec[]> {
  const [e2e, kubectl] = [await ensureTool('e2e'), await ensureTool('kubectl')];
  const folder = await mkdtemp(join(tmpdir(), 'slipway-e2e-'));
  try {
    const report = join(folder, 'report.json');
    const all = [
      ...args,
      `--kubectl-path=${kubectl.path}`,
      '--provider=skeleton',
      '--allowed-not-ready-nodes=0',
      // Some specs wait without an end for what does not come.
      '--ginkgo.timeout=45m',
      '--ginkgo.silence-skips',
      `--ginkgo.json-report=${report}`,
    ];
    const { exitCode, output } = await runProcess(e2e.path, all, { cwd: folder });
    const text = await readFile(report, 'utf8').catch((cause: unknown) => {
      const end = `e2e.test ended with ${exitCode} and no report:\n${lastLines(output)}`;
      throw new ToolError('PROCESS_FAILED', end, cause);
    });
    return specsOfReport(text);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A name as an expression of Go that matches it alone. */
function quoted(name: string): string {
  return name.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&');
}
