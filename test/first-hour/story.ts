/**
 * @module
 * The first hour of an operator's author: the README's operator is written down and started, and then breaks in the ways
 * that first operators break. Whatever is wrong, what it prints says so and says what to do.
 *
 * How a program becomes a process differs: from the sources in `first-hour.test.ts`, from packed packages that npm has
 * installed in an empty folder in `first-hour.long.test.ts`.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Cluster, connect, defineKind } from '@slipway/kube';
import { ClusterRole, ClusterRoleBinding, ConfigMap } from '@slipway/kube/kinds';
import { snippetsIn } from '@slipway/tools/check/snippets';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { parse, stringify } from 'yaml';
import { RunningProgram } from './running-program.ts';

export interface Surroundings {
  /** Of an administrator. */
  readonly kubeconfig: string;
  /** An empty folder for what the author writes. */
  readonly folder: string;
  /** How the author runs a TypeScript file of that folder. */
  readonly command: (file: string) => { readonly command: string; readonly args: readonly string[] };
}

const root = join(import.meta.dirname, '../..');
const text = readFileSync(join(root, 'README.md'), 'utf8');
const README = snippetsIn([{ path: 'README.md', text }])[0]?.text ?? '';
const FREE_PORTS = join(import.meta.dirname, '../snippets/free-ports.mjs');

/** The README's operator with a kind and a Lease of its own, and with one line that its author got wrong. */
function changed(name: string, line?: { readonly from: string; readonly to: string }): string {
  expect(README).toContain(line?.from ?? '');
  const source = line ? README.replace(line.from, line.to) : README;
  return source.replace("'example.dev'", `'${name}.example.dev'`).replace("name: 'greetings'", `name: '${name}'`);
}

const greetingOf = (group: string) =>
  defineKind<{ name: string }>({ group, version: 'v1', kind: 'Greeting', plural: 'greetings', scope: 'Namespaced' });
const first = { namespace: 'default', name: 'first' };

/** The tests; to be called inside a `describe`. */
export function firstHour(surroundings: () => Surroundings): void {
  let cluster: Cluster;
  const programs: RunningProgram[] = [];
  beforeAll(async () => {
    cluster = await connect({ text: surroundings().kubeconfig });
  });
  afterAll(async () => {
    for (const program of programs) program.kill();
    await cluster.close();
  });

  /** Writes an operator and starts it, as an administrator or as an account that starts without rights. */
  async function start(name: string, source: string, account?: string): Promise<RunningProgram> {
    const { folder, command, kubeconfig } = surroundings();
    const config = account === undefined ? kubeconfig : impersonating(kubeconfig, account);
    await writeFile(join(folder, `${name}.kubeconfig`), config, { mode: 0o600 });
    await writeFile(join(folder, `${name}.ts`), source);
    const run = command(`${name}.ts`);
    // Not the ports of the README: another program on this machine may have them.
    const env = {
      ...process.env,
      KUBECONFIG: join(folder, `${name}.kubeconfig`),
      NODE_OPTIONS: `--import=${FREE_PORTS}`,
    };
    const program = new RunningProgram(run.command, run.args, { cwd: folder, env });
    programs.push(program);
    return program;
  }

  async function greet(group: string): Promise<void> {
    // The operator installs its kind itself.
    await vi.waitFor(() => cluster.client.create(greetingOf(group), { metadata: first, spec: { name: 'world' } }));
  }

  it.concurrent('the operator of the README greets, and ends when it is asked to', async () => {
    const operator = await start('operator', README);
    await greet('example.dev');
    await vi.waitFor(async () => {
      const found = await cluster.client.live.get(ConfigMap, first);
      expect(found?.data).toEqual({ text: 'Hello, world!' });
    });
    expect(await operator.stop()).toBe(0);
  });

  it.concurrent('a definition that is missing is named, with the command that installs it', async () => {
    const from = 'await installDefinition(cluster.client, greetings.manifest); // in production a chart does it\n';
    const source = changed('missing', { from, to: '' }).replace(', installDefinition', '');
    const operator = await start('missing', source);
    await operator.untilPrints(
      'The cluster does not serve greetings.missing.example.dev (v1)',
      'kubectl apply -f <the CustomResourceDefinition of greetings.missing.example.dev>',
    );
  });

  it.concurrent('an account that may not install the definition learns which right it lacks', async () => {
    const operator = await start('powerless', changed('powerless'), 'powerless');
    await operator.untilPrints(
      '"greetings.powerless.example.dev" cannot be installed by this account',
      'kubectl create clusterrole <name> --verb=get,create,patch --resource=customresourcedefinitions.apiextensions.k8s.io',
    );
    expect(await operator.end()).toBe(1);
  });

  it.concurrent('a right that is missing is named, with the rule that allows it', async () => {
    await allowAllButConfigMaps(cluster, 'confined');
    const operator = await start('confined', changed('confined'), 'confined');
    await operator.untilPrints(
      'This account may not watch configmaps.',
      'kubectl create clusterrole <name> --verb=get,list,watch --resource=configmaps',
    );
  });

  it.concurrent('a reconcile that throws is printed with its error, its object and the line of the author', async () => {
    const line = {
      from: 'if (!object) return;',
      to: "if (!object) return;\n    throw new Error('no greeting today');",
    };
    const operator = await start('throwing', changed('throwing', line));
    await greet('throwing.example.dev');
    await operator.untilPrints('no greeting today', 'greetings.throwing.example.dev', '"name":"first"', '/throwing.');
  });

  it.concurrent('a port that is taken is named with its option', async ({ onTestFinished }) => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const address = `127.0.0.1:${(other.address() as AddressInfo).port}`;
    const line = {
      from: 'createManager({ cluster,',
      to: `createManager({ cluster, metrics: { address: '${address}' },`,
    };
    const operator = await start('taken', changed('taken', line));
    await operator.untilPrints('MANAGER_ADDRESS', 'metrics', address);
    expect(await operator.end()).toBe(1);
  });
}

/** The same cluster, as an account that has the rights it was given and no others. */
function impersonating(kubeconfig: string, account: string): string {
  const config = parse(kubeconfig) as { users: { user: Record<string, unknown> }[] };
  for (const { user } of config.users) user['as'] = account;
  return stringify(config);
}

async function allowAllButConfigMaps({ client }: Cluster, account: string): Promise<void> {
  const verbs = ['*'];
  await client.create(ClusterRole, {
    metadata: { name: account },
    rules: [
      { apiGroups: ['apiextensions.k8s.io', `${account}.example.dev`, 'events.k8s.io'], resources: ['*'], verbs },
      { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs },
    ],
  });
  await client.create(ClusterRoleBinding, {
    metadata: { name: account },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: account },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: account }],
  });
}
