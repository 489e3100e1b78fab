import { setTimeout as sleep } from 'node:timers/promises';
import type { Plan } from './benchmark.ts';
import type { Client } from './client.ts';
import { fanOut } from './fan-out.ts';
import {
  applyConfigMap,
  changeWidget,
  configMapsOf,
  createConfigMap,
  createDefinition,
  createPod,
  createWidget,
  namespaceMessage,
  podsOf,
  widgetsOf,
} from './messages.ts';
import { type Cost, costOf, type Server } from './server.ts';

/** Something to do with a server; `prepare` is not measured. */
export interface Workload {
  readonly name: string;
  /** Writes, lists or events, for the rate. */
  readonly operations: number;
  readonly prepare?: (client: Client) => Promise<void>;
  readonly run: (client: Client) => Promise<void>;
}

/** In this order: later ones read what earlier ones left. */
export function workloads({ objects, customObjects, lists, watchers, changes }: Plan): readonly Workload[] {
  const count = (of: number): string => of.toLocaleString('en');
  return [
    {
      name: `create ${count(objects)} ConfigMaps`,
      operations: objects,
      prepare: async (client) => void (await client.send(namespaceMessage('created'))),
      run: (client) => client.sendAll(objects, (index) => createConfigMap('created', index)),
    },
    {
      name: `create ${count(objects)} pods`,
      operations: objects,
      run: (client) => client.sendAll(objects, (index) => createPod('created', index)),
    },
    {
      name: `apply ${count(objects)} new ConfigMaps`,
      operations: objects,
      prepare: async (client) => void (await client.send(namespaceMessage('applied'))),
      run: (client) => client.sendAll(objects, (index) => applyConfigMap('applied', index, 0)),
    },
    {
      name: `apply a change to ${count(objects)}`,
      operations: objects,
      run: (client) => client.sendAll(objects, (index) => applyConfigMap('applied', index, 1)),
    },
    {
      name: `apply again what ${count(objects)} are`,
      operations: objects,
      run: (client) => client.sendAll(objects, (index) => applyConfigMap('applied', index, 1)),
    },
    {
      name: `list ${count(objects)} pods at once`,
      operations: lists,
      run: (client) => list(client, podsOf('created'), lists),
    },
    {
      name: `list ${count(objects)} ConfigMaps by 500`,
      operations: lists,
      run: (client) => list(client, `${configMapsOf('created')}?limit=500`, lists),
    },
    {
      name: `create ${count(customObjects)} with CEL rules`,
      operations: customObjects,
      async prepare(client) {
        await client.send(createDefinition);
        while (!(await isServed(client, widgetsOf('created')))) await sleep(100);
      },
      run: (client) => client.sendAll(customObjects, (index) => createWidget('created', index)),
    },
    {
      name: `change ${count(customObjects)} with CEL rules`,
      operations: customObjects,
      run: (client) => client.sendAll(customObjects, (index) => changeWidget('created', index)),
    },
    fanOut(watchers, changes),
  ];
}

/** What each took; `onCost` is called as soon as that is known. */
export async function runWorkloads(
  server: Server,
  plan: Plan,
  onCost: (name: string, cost: Cost) => void,
): Promise<Record<string, Cost>> {
  const costs: Record<string, Cost> = {};
  for (const { name, prepare, run } of workloads(plan)) {
    await prepare?.(server.client);
    const cost = await costOf(server, () => run(server.client));
    costs[name] = cost;
    onCost(name, cost);
  }
  return costs;
}

/** Whole lists, one after the other, page by page where `path` has a limit. Bodies are not parsed, but for the way on. */
async function list(client: Client, path: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    for (let next: string | undefined = path; next !== undefined; ) {
      const page = await client.send({ method: 'GET', path: next });
      const token = /"continue":"([^"]+)"/.exec(page.subarray(0, 1000).toString())?.[1];
      next = token === undefined ? undefined : `${path}&continue=${token}`;
    }
  }
}

async function isServed(client: Client, path: string): Promise<boolean> {
  return await client.send({ method: 'GET', path }).then(
    () => true,
    () => false,
  );
}
