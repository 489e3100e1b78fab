import type { ApplyReport, DeploymentResource, Ref } from '@gati-framework/contracts/deployment';
import { keyOf } from '@slipway/apimachinery/references';
import type { Clock } from '@slipway/kube';
import { codeAndMessage, isTargetError, TargetError } from '../errors.ts';
import type { HelmClient, HistoryEntry, ReleaseRef } from '../helm/index.ts';
import { refKey, sameRef } from '../resources/index.ts';
import type { Entry } from './entry.ts';
import { belongsTo, outcomesOf, readAll, unclaimed } from './live-objects.ts';
import { refsIn } from './manifest.ts';
import type { ReleaseRecord } from './release-records.ts';
import { lastGood, preparationFor, unfinished } from './release-state.ts';

export interface ReleasesParts {
  readonly helm: HelmClient;
  /** All revisions of a release, oldest first. */
  readonly history: (release: ReleaseRef) => Promise<ReleaseRecord[]>;
  readonly clock: Clock;
  readonly recoverAfterMs: number;
  readonly read: (ref: Ref) => Promise<DeploymentResource | null>;
  readonly remove: (ref: Ref, uid: string | undefined) => Promise<void>;
  /** Makes an object that exists one of the release. */
  readonly claim: (object: DeploymentResource, release: ReleaseRef) => Promise<void>;
}

/** A chart that is ready to be installed. */
export interface PreparedChart {
  readonly path: string;
  /** Names its content; the chart carries it as its appVersion. */
  readonly digest: string;
  readonly entries: readonly Entry[];
  /** Whose mark makes an object that exists one of the release; none where objects are applied alone. */
  readonly setId: string | undefined;
}

/** Failures that say something about the chart or an object; others say nothing about either. */
const REPORTED = ['HELM_RENDER', 'HELM_VALUES', 'HELM_OWNERSHIP', 'HELM_REFUSED', 'HELM_CHART', 'HELM_FAILED'] as const;

/** After these a revision of our own may be pending, and its helm is certainly gone. */
const CUT = ['HELM_KILLED', 'HELM_TIMEOUT', 'HELM_GUARD'] as const;

/** Brings releases to what a chart says, from whatever state an earlier helm left them in. */
export class Releases {
  readonly #parts: ReleasesParts;
  /** Releases in which a helm of this process was cut short. */
  readonly #cut = new Set<string>();

  constructor(parts: ReleasesParts) {
    this.#parts = parts;
  }

  async upgrade(release: ReleaseRef, { path, digest, entries, setId }: PreparedChart): Promise<ApplyReport> {
    const { helm, read } = this.#parts;
    const history = await this.#parts.history(release);
    const wanted = entries.map(({ ref }) => ref);
    const good = lastGood(history);
    const deployed = refsOf(release, good);
    const leaving = deployed.filter((ref) => !wanted.some((each) => sameRef(each, ref))).toReversed();
    const before = await readAll([...wanted, ...leaving], read);
    const isThere = wanted.every((ref) => belongsTo(before.get(refKey(ref)), release));
    if (isThere && good && good === history.at(-1) && good.appVersion === digest) {
      return { revision: `${good.revision}`, results: wanted.map((ref) => ({ ref, outcome: 'unchanged' })) };
    }

    this.#refuseOthers(release, history.at(-1));
    await this.#sweep(release, unfinished(history), [...wanted, ...deployed]);
    await this.#prepare(release, history.at(-1));
    for (const object of unclaimed(wanted, before, setId)) await this.#parts.claim(object, release);
    try {
      // A namespace is its owner's, and rarely one that this program may make.
      const options = { chart: path, createNamespace: false };
      const { revision } = await this.#changed(release, () => helm.upgrade(release, options));
      const after = await readAll([...wanted, ...leaving], read);
      return { revision: `${revision}`, results: outcomesOf(wanted, leaving, before, after, undefined) };
    } catch (error) {
      if (!isTargetError(error, ...REPORTED)) throw error;
      const after = await readAll(wanted, read);
      const revision = good && { revision: `${good.revision}` };
      return { ...revision, results: outcomesOf(wanted, leaving, before, after, codeAndMessage(error)) };
    }
  }

  /** Removes a release and what unfinished revisions of it left. */
  async uninstall(release: ReleaseRef): Promise<ApplyReport> {
    const { helm, read } = this.#parts;
    const history = await this.#parts.history(release);
    if (history.length === 0) return { results: [] };
    const deployed = refsOf(release, lastGood(history) ?? history.at(-1));
    this.#refuseOthers(release, history.at(-1));
    await this.#sweep(release, unfinished(history), deployed);
    // Helm uninstalls from a pending revision too.
    await this.#changed(release, () => helm.uninstall(release));
    const after = await readAll(deployed, read);
    return { results: outcomesOf([], deployed.toReversed(), new Map(), after, undefined) };
  }

  /**
   * Removes what unfinished revisions made and nobody wants. Helm compares with the last good revision
   * alone and would forget it. It comes before their records go, so a crash in between repeats it.
   */
  async #sweep(release: ReleaseRef, revisions: readonly ReleaseRecord[], wanted: readonly Ref[]): Promise<void> {
    for (const entry of revisions) {
      const refs = refsOf(release, entry);
      const stray = refs.filter((ref) => !wanted.some((each) => sameRef(each, ref)));
      const objects = await readAll(stray, this.#parts.read);
      for (const ref of stray.toReversed()) {
        const object = objects.get(refKey(ref));
        if (belongsTo(object, release)) await this.#parts.remove(ref, object?.metadata.uid);
      }
    }
  }

  /** What another helm is making now is not ours to sweep. */
  #refuseOthers(release: ReleaseRef, newest: HistoryEntry | undefined): void {
    const preparation = preparationFor(newest, this.#circumstances(release));
    if (preparation.step !== 'wait') return;
    throw new TargetError(
      'HELM_RELEASE_PENDING',
      `Revision ${preparation.revision} of release "${release.name}" in namespace "${release.namespace}" is being ` +
        `changed by another helm. If that is gone, the release is recovered in ${Math.ceil(preparation.forMs / 1000)} s; try again then.`,
    );
  }

  async #prepare(release: ReleaseRef, newest: HistoryEntry | undefined): Promise<void> {
    const { step } = preparationFor(newest, this.#circumstances(release));
    if (step === 'uninstall') await this.#parts.helm.uninstall(release);
    if (step === 'recover') await this.#parts.helm.recover(release);
  }

  #circumstances(release: ReleaseRef): { isOwn: boolean; now: number; recoverAfterMs: number } {
    const { clock, recoverAfterMs } = this.#parts;
    return { isOwn: this.#cut.has(keyOf(release)), now: clock.wall(), recoverAfterMs };
  }

  async #changed<T>(release: ReleaseRef, change: () => Promise<T>): Promise<T> {
    try {
      const result = await change();
      this.#cut.delete(keyOf(release));
      return result;
    } catch (error) {
      if (isTargetError(error, ...CUT)) this.#cut.add(keyOf(release));
      throw error;
    }
  }
}

function refsOf({ namespace }: ReleaseRef, record: ReleaseRecord | undefined): Ref[] {
  return record ? refsIn(record.manifest, namespace) : [];
}
