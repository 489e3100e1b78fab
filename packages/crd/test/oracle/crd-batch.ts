import { celRules } from '../../src/cel/index.ts';
import { type CrdReport, compareCrds } from '../../src/compatibility/index.ts';
import { compileSchema, isJsonObject, type JsonObject, parseCrd, stringifyJson } from '../../src/schema/index.ts';
import { Random } from '../random.ts';
import { randomValue } from '../random-value.ts';
import type { RealServer } from '../real-server.ts';
import { engineOutcome } from '../server-outcome.ts';
import { changedCrd } from './crd-changes.ts';
import { checkUnhurt, compareOutcomes, enforce, objectOf, outcomeOf, pathOf } from './live-objects.ts';
import { CRDS, checkUpdate, judge, nameOf, PAIRS_PER_BATCH, type Tally } from './oracle.ts';
import { type CrdBody, randomCrd, type VersionBody } from './random-crd.ts';

const OBJECTS = 3;

/** An object as it was answered when it was created. */
interface Stored {
  readonly version: string;
  readonly object: JsonObject;
}

/**
 * Nineteen changes of one whole CRD, each tried alone without doing it. One of those that are accepted is
 * then made, above objects that were stored before; the way back is the twentieth pair.
 */
export async function runCrdBatch(server: RealServer, seed: number, tally: Tally): Promise<void> {
  const random = new Random(seed);
  const old = randomCrd(random, `whole${`${seed}`.replace('.', 'x')}`);
  const live = await establish(server, old);
  checkSame(old, live, tally);
  const changes = Array.from({ length: PAIRS_PER_BATCH - 1 }, () => changedCrd(old, random));
  const reports = await Promise.all(changes.map((now) => checkUpdate(server, live, now, tally, [old, now])));
  const stored = isConverted(old) ? [] : await createObjects(server, old, 'old', random, tally);

  const accepted = changes.flatMap((now, index) => {
    const report = reports[index];
    return report === undefined || isConverted(now) || isConverted(old) ? [] : [{ now, report }];
  });
  const chosen = accepted.find(({ report }) => isSafe(report)) ?? accepted[0];
  const version = chosen?.now.spec.versions.find(({ served }) => served)?.name;
  if (chosen !== undefined && version !== undefined) {
    const { now, report } = chosen;
    await enforce(server, live, now, version);
    for (const one of stored) {
      if (!now.spec.versions.some(({ name, served }) => served && name === one.version)) continue;
      const { body: after } = await server.send('GET', pathOf(now, one.version, `/${nameOf(one.object)}`));
      const survivor = { version: one.version, before: one.object, after };
      await checkUnhurt(server, now, report, survivor, tally, [old, now]);
    }
    await createObjects(server, now, 'new', random, tally);
    const { body } = await server.send('GET', `${CRDS}/${nameOf(old)}`);
    await checkUpdate(server, body, old, tally, [now, old]);
  }
  await server.remove(nameOf(old));
}

function isSafe({ verdict }: CrdReport): boolean {
  return verdict === 'SAFE' || verdict === 'INFO';
}

/** Nobody answers the webhook here, so objects cannot be read at another version than their own. */
function isConverted({ spec }: CrdBody): boolean {
  return isJsonObject(spec['conversion']) && spec['conversion']['strategy'] === 'Webhook';
}

/** Scope and kind are immutable once the CRD is established. */
async function establish(server: RealServer, crd: CrdBody): Promise<JsonObject> {
  const created = await server.send('POST', CRDS, crd);
  if (created.status !== 201) throw new Error(`the CRD was refused: ${stringifyJson(created.body['message'] ?? '')}`);
  let live = created.body;
  await server.until(async () => {
    live = (await server.send('GET', `${CRDS}/${nameOf(crd)}`)).body;
    const { conditions } = (live['status'] ?? {}) as { conditions?: { type: string; status: string }[] | null };
    return conditions?.some(({ type, status }) => type === 'Established' && status === 'True') === true;
  });
  await server.until(async () => (await server.send('GET', pathOf(crd, storageOf(crd).name))).status === 200);
  return live;
}

/** A CRD as the cluster returns it equals its manifest (N01), both ways. */
function checkSame(manifest: CrdBody, live: JsonObject, tally: Tally): void {
  const there = judge(manifest, live)?.findings.filter(({ rule }) => rule !== 'C28');
  const back = compareCrds(parseCrd(live), parseCrd(manifest)).findings;
  const stated = [...(there ?? []), ...back].map(({ rule, verdict, message }) => `${rule} ${verdict} ${message}`);
  if (stated.length > 0) tally.differ('the manifest differs from what the cluster returns', manifest, live, ...stated);
}

function storageOf(crd: CrdBody): VersionBody {
  return crd.spec.versions.find(({ storage }) => storage) as VersionBody;
}

/** Objects at every served version; the engine has to say the same of each. */
async function createObjects(
  server: RealServer,
  crd: CrdBody,
  side: 'old' | 'new',
  random: Random,
  tally: Tally,
): Promise<Stored[]> {
  const parsed = parseCrd(crd);
  const served = crd.spec.versions.filter((version) => version.served);
  const stored = served.map(async ({ name: version, storage, schema }): Promise<Stored[]> => {
    const engine = compileSchema(parsed, version, { rules: celRules });
    const specs = Array.from({ length: OBJECTS }, () =>
      randomValue((schema?.openAPIV3Schema.properties?.['spec'] ?? {}) as JsonObject, random),
    );
    const created = specs.map(async (spec, index): Promise<Stored[]> => {
      const object = objectOf(crd, version, `${side}-${version}-${index}`, spec);
      const answer = await server.send('POST', pathOf(crd, version, '?fieldValidation=Warn'), object);
      const [theirs, ours] = [outcomeOf(answer), engineOutcome(engine.admit(object))];
      // At another version than the stored one the answer has been converted there and back.
      const isExact = storage || !ours.startsWith('accepted');
      const compared = isExact ? [theirs, ours] : [theirs, ours].map((text) => text.split('\n')[0] ?? '');
      compareOutcomes(compared[0] ?? '', compared[1] ?? '', tally, () => ['CREATE', crd, object]);
      return answer.status === 201 ? [{ version, object: answer.body }] : [];
    });
    return (await Promise.all(created)).flat();
  });
  return (await Promise.all(stored)).flat();
}
