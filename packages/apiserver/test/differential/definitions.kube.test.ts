import { isDeepStrictEqual } from 'node:util';
import { waitUntil } from '@slipway/tools/processes/index';
import { describe, expect, test } from 'vitest';
import { Random } from '../../../crd/test/random.ts';
import { crdOf, randomSchema } from '../../../crd/test/random-schema.ts';
import { randomChange, randomValue } from '../../../crd/test/random-value.ts';
import { RealServer } from '../../../crd/test/real-server.ts';
import { serverOutcome } from '../../../crd/test/server-outcome.ts';
import { ODD_NAMES, startConverter } from './definitions/converter.ts';
import { definitionsToJudge } from './definitions/refused-definitions.ts';
import {
  ANYTHING,
  DEFINITIONS,
  definition,
  definitionAt,
  objectOf,
  objectsAt,
  type Row,
  versionOf,
} from './definitions/rows.ts';
import * as versioned from './definitions/versions.ts';
import { widgetDefinition, widgetReads, widgetScales, widgetWrites } from './definitions/widgets.ts';
import { type Outcome, type Step, useTwins } from './twins.ts';

const twins = useTwins();

/** A real server looks every five seconds whether the objects of a definition are gone, on a busy machine later. */
const PATIENCE_MS = 120_000;

function stepOf([method, path, body, type, accept]: Row): Step {
  return {
    method,
    path,
    ...(body !== undefined && { body }),
    ...(type && { type }),
    ...(accept && { headers: { accept } }),
  };
}

async function compare(rows: readonly Row[]): Promise<void> {
  for (const row of rows) {
    const step = stepOf(row);
    const { kube, local } = await twins.ask(step);
    expect({ step, outcome: even(local) }).toEqual({ step, outcome: even(kube) });
  }
}

interface Shown {
  message?: string;
  details?: { causes?: unknown[] };
  metadata?: { continue?: string };
  columnDefinitions?: { description?: string }[];
}

/** Go's maps have no order, and so have several complaints; a token has a revision in it, a column prose. */
function even({ body, ...outcome }: Outcome): unknown {
  if (typeof body !== 'object' || body === null) return { ...outcome, body };
  const shown = body as Shown;
  if ((shown.details?.causes?.length ?? 0) > 1) delete shown.message;
  if (shown.metadata) delete shown.metadata.continue;
  const [name] = shown.columnDefinitions ?? [];
  if (name) delete name.description;
  return { ...outcome, body };
}

/** Asks both until they say the same: what a real server does in its own time is done here at once. */
async function settle(row: Row): Promise<void> {
  let last: { kube: Outcome; local: Outcome } | undefined;
  await waitUntil(async () => {
    last = await twins.ask(stepOf(row));
    return isDeepStrictEqual(even(last.kube), even(last.local)) ? true : undefined;
  }, AbortSignal.timeout(PATIENCE_MS)).catch(() => expect(last?.local).toEqual(last?.kube));
}

/** Waits until a real server has made up its mind about the names of a definition, and serves its objects. */
async function settleNames(plural: string): Promise<void> {
  await waitUntil(async () => {
    const { kube } = await twins.ask({ method: 'GET', path: definitionAt(plural) });
    const { status } = kube.body as { status: { conditions?: { type: string; status: string; reason: string }[] } };
    const of = (type: string) => status.conditions?.find((condition) => condition.type === type);
    return of('NamesAccepted')?.status === 'False' || of('Established')?.status === 'True' ? true : undefined;
  }, AbortSignal.timeout(PATIENCE_MS));
  await settle(['GET', objectsAt(plural)()]);
}

describe('definitions and their objects on a real API server', () => {
  test('L-9 K-157: definitions are taken and refused in the same words', () => compare(definitionsToJudge));

  test('L-9 K-90 K-91: objects are pruned, defaulted, checked and refused alike', async () => {
    await compare([widgetDefinition]);
    await settleNames('widgets');
    await compare(widgetWrites);
    await compare(widgetScales);
    await compare(widgetReads);
  });

  test('L-9: names, versions, scopes and deletion', async () => {
    await compare(versioned.versionedDefinitions);
    for (const plural of ['multis', 'twos', 'threes', 'prunes', 'clusters', 'holds', 'goners'])
      await settleNames(plural);
    await compare(versioned.names);
    await compare(versioned.versions);
    await compare([versioned.toV2]);
    await settle(['GET', '/apis/demo.io/v2']);
    await compare(versioned.afterStorageChange);
    await compare([versioned.withoutV1]);
    await settle(['GET', objectsAt('multis')()]);
    await compare(versioned.afterV1);
    await compare([versioned.beforePruning, versioned.otherFields]);
    await settle(['GET', objectsAt('prunes')('/p')]);
    await compare(versioned.pruned);
    await compare([versioned.stricter]);
    await settle(['POST', objectsAt('prunes')('?dryRun=All'), objectOf('Prune', 'r', { a: '1' })]);
    await compare(versioned.ratcheted);
    await settle(['GET', '/apis/demo.io/v1/clusters']);
    await compare(versioned.scopes);
    await compare(versioned.holding);
    await settle(['GET', definitionAt('holds')]);
    await settle(['GET', objectsAt('holds')('/h')]);
    await settle(['POST', objectsAt('holds')('?dryRun=All'), objectOf('Hold', 'i', {})]);
    await compare(versioned.held);
    await compare([versioned.letGo]);
    await settle(['GET', definitionAt('holds')]);
    await compare(versioned.going);
    await settle(['GET', definitionAt('goners')]);
    // A name that is free again is granted to who waits for it.
    await compare([['DELETE', definitionAt('twos')]]);
    await settle(['GET', definitionAt('twos')]);
    await compare([['DELETE', definitionAt('multis')]]);
    await settle(['GET', definitionAt('threes')]);
  });

  test('L-9: a webhook converts, and errs, alike', async () => {
    const converter = await startConverter();
    try {
      const subresources = { status: {}, scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' } };
      const both = ['v1', 'v2'].map((name) => versionOf(name, name === 'v1', ANYTHING, { subresources }));
      const { clientConfig } = converter;
      const conversion = { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } };
      await compare([['POST', DEFINITIONS, definition('hooks', 'Hook', { versions: both, conversion })]]);
      await settleNames('hooks');
      const [v1, v2] = [objectsAt('hooks'), objectsAt('hooks', 'v2')];
      const old = (name: string, spec: object = { host: 'h:1' }) => objectOf('Hook', name, spec);
      const young = (name: string, spec: object) => objectOf('Hook', name, spec, {}, 'v2');
      await compare([
        ['POST', v1(), old('a')],
        ['GET', v2('/a')],
        ['POST', v2(), young('b', { hostname: 'x', port: '2', n: 3 })],
        ['GET', v1('/b')],
        ['GET', v2()],
        ['GET', v1()],
        ['PUT', v2('/b'), young('b', { hostname: 'y', port: '3', n: 3 })],
        ['PATCH', v2('/b/status'), { status: { n: 1 } }, 'merge'],
        ['GET', v2('/b/scale')],
        ['PATCH', v2('/b/scale'), { spec: { replicas: 5 } }, 'merge'],
        ['GET', v1('/b')],
        ...ODD_NAMES.flatMap((name): Row[] => [
          ['POST', v1(), old(name)],
          ['GET', v2(`/${name}`)],
          ['DELETE', v1(`/${name}`)],
        ]),
        ['POST', v2(), young('refused', { hostname: 'x', port: '1' })],
        ['DELETE', v2('/a')],
        ['GET', v2()],
      ]);
      await converter.stop();
      const { kube, local } = await twins.ask({ method: 'GET', path: v2('/b?resourceVersion=0') });
      expect(local.status === 200 || local.status === kube.status).toBe(true);
    } finally {
      await converter.stop();
    }
  });

  test('L-9 K-90: random objects of random kinds are written and changed alike', async () => {
    const seed = Number(process.env['DEFINITIONS_SEED'] ?? 1);
    const random = new Random(seed);
    const { kube, local } = twins.kubeconfigs();
    const servers = [new RealServer(kube), new RealServer(local)] as const;
    const names = Array.from({ length: 20 }, (_, index) => `f${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, randomSchema(random)]));
    const crd = crdOf('randoms', { spec: { type: 'object', properties } });
    for (const server of servers) await server.install(crd);
    const path = '/apis/schema.example.com/v1/namespaces/default/randoms';
    const differences: string[] = [];
    const both = async (method: string, at: string, body: Parameters<RealServer['send']>[2]): Promise<number> => {
      const [theirs, ours] = await Promise.all(servers.map((server) => server.send(method, `${path}${at}`, body)));
      if (theirs && ours && serverOutcome(theirs) !== serverOutcome(ours)) {
        differences.push(`seed ${seed} ${method} ${at}\n${serverOutcome(theirs)}\n-- here:\n${serverOutcome(ours)}`);
      }
      return theirs?.status ?? 0;
    };
    const typed = { apiVersion: 'schema.example.com/v1', kind: 'Randoms' };
    for (let index = 0; index < 200; index++) {
      const field = random.pick(names);
      const schema = properties[field] ?? {};
      const value = randomValue(schema, random);
      const name = `o${index}`;
      const object = { ...typed, metadata: { name }, spec: { [field]: value } };
      if ((await both('POST', '?fieldValidation=Warn', object)) !== 201) continue;
      const changed = {
        ...typed,
        metadata: { name, resourceVersion: '0' },
        spec: { [field]: randomChange(value, schema, random) },
      };
      const [theirs, ours] = await Promise.all(servers.map((server) => server.send('GET', `${path}/${name}`)));
      const versions = [theirs, ours].map(
        (answer) => (answer?.body['metadata'] as { resourceVersion: string } | undefined)?.resourceVersion,
      );
      const answers = await Promise.all(
        servers.map((server, at) => {
          const metadata = { name, resourceVersion: versions[at] ?? '' };
          return server.send('PUT', `${path}/${name}?fieldValidation=Warn`, { ...changed, metadata });
        }),
      );
      const [a, b] = answers.map(serverOutcome);
      if (a !== b) differences.push(`seed ${seed} PUT ${name}\n${a}\n-- here:\n${b}`);
    }
    for (const server of servers) server.close();
    expect(differences).toEqual([]);
  });
});
