import { execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalCluster, startLocalCluster } from '@slipway/localcluster';
import { ensureTool } from '@slipway/tools/binaries/index';
import { bundledProgram } from '@slipway/tools/bundled-program';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Run, slipway } from './run.ts';

/** In the order in which a reader meets them: each builds on the one before. */
const PAGES = ['deployment', 'rollouts', 'targets', 'troubleshooting'] as const;
const operator = join(import.meta.dirname, '../../operators/gati');

const texts = await Promise.all(PAGES.map((page) => readFile(join(operator, 'docs', `${page}.md`), 'utf8')));
const blocks = (language: string): string[] =>
  texts.flatMap((text) =>
    [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, block = '']) => block),
  );
const commands = blocks('sh').flatMap((block) => block.trim().split('\n'));

describe('docs of the Gati operator', () => {
  let folder = '';
  let cluster: LocalCluster;
  let kubectl = '';
  let env: Record<string, string> = {};
  /** The last words of the operator. */
  let stated = '';
  let stopOperator = async (): Promise<void> => undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-docs-'));
    for (const part of ['crds', 'deploy', 'operator.yaml']) {
      await cp(join(operator, part), join(folder, part), { recursive: true });
    }
    for (const yaml of blocks('yaml')) {
      const [, file = ''] = /^# (\S+\.yaml)\n/.exec(yaml) ?? [];
      if (file === '') throw new Error(`a block of YAML does not say its file:\n${yaml}`);
      await writeFile(join(folder, file), yaml);
    }
    cluster = await startLocalCluster({ nodes: 1, controllers: true });
    kubectl = (await ensureTool('kubectl')).path;
    await writeFile(join(folder, 'kubeconfig'), cluster.kubeconfig);
    env = { KUBECONFIG: join(folder, 'kubeconfig') };
  });
  afterAll(async () => {
    await stopOperator();
    await cluster?.stop();
    await rm(folder, { recursive: true });
  });

  /** The pods of the cluster are simulated, the operator's too; this is the one that works. */
  function startOperator(): void {
    const args = [bundledProgram(join(operator, 'src/main.ts'))];
    // Ports of its own: a server on every address takes them from pods of other suites, which are processes too.
    const own = { LEADER_ELECT: 'false', METRICS_ADDRESS: '127.0.0.1:0', HEALTH_ADDRESS: '127.0.0.1:0' };
    const child = spawn(process.execPath, args, { env: { ...process.env, ...env, ...own } });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        stated = (stated + text).slice(-4000);
      });
    }
    const ended = new Promise((resolve) => child.once('close', resolve));
    stopOperator = async () => {
      child.kill();
      await ended;
    };
  }

  const run = (program: string, args: readonly string[]): Promise<Run> =>
    new Promise((resolve) => {
      const options = { cwd: folder, env: { ...process.env, ...env } };
      const child = execFile(program, args, options, (_error, stdout, stderr) =>
        resolve({ stdout, stderr, exitCode: child.exitCode }),
      );
    });

  it.each(commands)('%s', async (line) => {
    const [program = '', ...args] = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(
      ([, quoted, plain]) => quoted ?? plain ?? '',
    );
    expect(['kubectl', 'slipway']).toContain(program);
    const done: Run = program === 'slipway' ? await slipway(args, { cwd: folder, env }) : await run(kubectl, args);
    expect(done.exitCode, `${done.stderr}\n${stated}`).toBe(0);
    if (line.includes('rollout status')) startOperator();
  });

  it('every YAML block is used by a command', () => {
    const files = blocks('yaml').map((yaml) => /^# (\S+)/.exec(yaml)?.[1] ?? '');
    expect(files.filter((file) => !commands.some((line) => line.includes(file)))).toEqual([]);
  });
});
