import { isConverted, loadEngine, prepareViews } from '../custom/index.ts';
import type { FaultPlan, FaultSubject } from '../faults/index.ts';
import type { Json } from '../objects/index.ts';
import { revisionFault } from '../objects/index.ts';
import {
  type Admission,
  checkName,
  type DeleteOptions,
  type DeleteResult,
  type Kernel,
  requestApply,
  requestCreate,
  requestDelete,
  requestUpdate,
  type Target,
  type WriteOptions,
  writeBy,
} from '../operations/index.ts';
import { factsOf, qualifiedName } from '../resources/index.ts';
import { parseLabelSelector } from '../selectors/index.ts';
import { badRequest, expired, notFound, otherUid, revisionTooLarge, type Status } from '../status/index.ts';
import { type Entry, keyOf } from '../store/index.ts';
import type { Selection, WatchHub } from '../watch/index.ts';
import { negotiate } from './accept.ts';
import { APPLY_PATCH, applyChange } from './applying.ts';
import { mediaType, parseBody, readBody } from './body.ts';
import type { Exchange } from './exchange.ts';
import { fieldValidation } from './field-validation.ts';
import { readObject } from './input.ts';
import { listPage } from './list.ts';
import { checkVersion, type ListOptions, listOptions } from './list-options.ts';
import { goTypeName } from './object-body.ts';
import { checkPatchType, patchChange } from './patching.ts';
import { type ObjectView, objectView } from './representation.ts';
import type { Verb } from './route.ts';
import { scaleRequest } from './scale-request.ts';
import { scalingOf } from './scaling.ts';
import { selectionOf } from './selection.ts';
import { WatchSession } from './watch-session.ts';
import { deleteOptions, patchOptions, writeOptions } from './write-options.ts';

const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io';

export interface ObjectHandlerOptions {
  readonly kernel: Kernel;
  readonly admission: Admission;
  readonly hub: WatchHub;
  readonly faults: FaultPlan;
  readonly watchBufferBytes: number;
}

/** Faults that change the work itself; the others are dealt with before it. */
export interface WorkFaults {
  readonly gone: boolean;
  readonly revisionsBehind: number | undefined;
  readonly watchCut: { readonly afterEvents: number; readonly how: 'clean' | 'abrupt' | 'mid-event' } | undefined;
}

/** Carries out the verbs on objects: reads the request, does the work, writes the answer. */
export class ObjectHandler {
  readonly #options: ObjectHandlerOptions;
  readonly #kernel: Kernel;
  readonly #admission: Admission;

  constructor(options: ObjectHandlerOptions) {
    this.#options = options;
    this.#kernel = options.kernel;
    this.#admission = options.admission;
  }

  async handle(
    exchange: Exchange,
    target: Target,
    verb: Verb,
    subject: FaultSubject,
    faults: WorkFaults,
  ): Promise<void> {
    const accept = exchange.request.headers.accept;
    const { custom } = target.resource;
    const isList = verb === 'list' || verb === 'deletecollection';
    const representation = negotiate(accept, {
      custom,
      objects: isList ? 'list' : 'one',
      typeName: goTypeName(target.resource, isList),
      watch: verb === 'watch',
    });
    if (target.served.warning !== undefined) exchange.warn(target.served.warning);
    const scaling = scalingOf(target);
    const view = objectView(scaling?.target ?? target, representation.as, exchange.query, () =>
      this.#kernel.clock.wall(),
    );
    if (verb === 'watch') return this.#watch(exchange, target, view, subject, faults);
    const { code, pieces } = scaling
      ? answer(view.object(await scaleRequest(this.#kernel, this.#admission, exchange, target, verb, scaling)))
      : await this.#work(exchange, target, verb, view, faults);
    if (representation.format === 'yaml') return exchange.sendYaml(code, pieces);
    return exchange.send(code, pieces, { 'content-type': representation.contentType });
  }

  async #work(
    exchange: Exchange,
    target: Target,
    verb: Exclude<Verb, 'watch'>,
    view: ObjectView,
    faults: WorkFaults,
  ): Promise<Answer> {
    // What looks at definitions comes with the first of them.
    if (target.resource.collection === DEFINITIONS && (verb === 'create' || verb === 'patch')) await loadEngine();
    switch (verb) {
      case 'get':
        this.#checkReached(exchange.query);
        return answer(await this.#shown(target, view, this.#get(target)));
      case 'list':
        await this.#prepare(target, this.#kernel.store.list(target.resource.collection, target.namespace));
        return answer(this.#list(exchange, target, view, faults));
      case 'create':
        return answer(await this.#shown(target, view, await this.#create(exchange, target)), 201);
      case 'update':
        return this.#update(exchange, target, view);
      case 'patch':
        return this.#patch(exchange, target, view);
      case 'delete':
        return this.#delete(exchange, target, view);
      default:
        return answer(await this.#deleteCollection(exchange, target, view));
    }
  }

  /** One object as it is answered. */
  async #shown(target: Target, view: ObjectView, entry: Entry): Promise<readonly Uint8Array[]> {
    await this.#prepare(target, [entry]);
    return view.object(entry);
  }

  /** Where versions are converted by a webhook, they are asked before anything is shown. */
  async #prepare(target: Target, entries: readonly Entry[]): Promise<void> {
    if (target.resource.custom) await prepareViews(this.#kernel.askConverter, target, entries);
  }

  /** A version that the store has not reached cannot be read. */
  #checkReached(query: URLSearchParams): void {
    const asked = query.get('resourceVersion') || '0';
    const fault = revisionFault(asked);
    if (fault !== undefined) {
      throw badRequest(`invalid resource version: resourceVersion: Invalid value: ${JSON.stringify(asked)}: ${fault}`);
    }
    const { revision } = this.#kernel.store;
    if (Number(asked) > revision) throw revisionTooLarge(asked, revision);
  }

  #get({ resource, namespace, name = '' }: Target): Entry {
    const entry = this.#kernel.store.get(resource.collection, keyOf(namespace, name));
    if (!entry) throw notFound(resource, name);
    return entry;
  }

  #list({ query }: Exchange, target: Target, view: ObjectView, faults: WorkFaults): readonly Uint8Array[] {
    const { options, selection } = wishOf(target, query, false);
    if (faults.gone) throw expired('The resourceVersion for the provided list is too old.');
    const behind = faults.revisionsBehind;
    const revision = behind === undefined ? undefined : Math.max(1, this.#kernel.store.revision - behind);
    const { entries, metadata } = listPage(this.#kernel, target, selection, options, revision);
    return view.list(entries, metadata);
  }

  async #watch(
    exchange: Exchange,
    target: Target,
    view: ObjectView,
    subject: FaultSubject,
    faults: WorkFaults,
  ): Promise<void> {
    const { hub, faults: plan, watchBufferBytes } = this.#options;
    const { gone, watchCut } = faults;
    const { options, selection } = wishOf(target, exchange.query, true);
    const request = {
      kernel: this.#kernel,
      hub,
      target,
      selection,
      options,
      view,
      bufferBytes: watchBufferBytes,
      gone,
    };
    if (isConverted(target.resource)) await this.#prepare(target, this.#seenByWatch(target, options.resourceVersion));
    const session = new WatchSession(request, exchange);
    const untrack = plan.track({ subject, end: () => session.end(), cut: () => session.cut() });
    const closed = new Promise<void>((resolve) => exchange.response.once('close', resolve)).finally(untrack);
    if (watchCut) session.endAfter(watchCut.afterEvents, watchCut.how);
    session.start();
    return closed;
  }

  /** What a watch may show before anything new happens. */
  #seenByWatch({ resource: { collection }, namespace }: Target, resourceVersion: string): Entry[] {
    const { store } = this.#kernel;
    const changes = store.changesSince(collection, Number(resourceVersion)) ?? [];
    const past = changes.flatMap(({ previous, current, last }) => [previous, current, last]);
    return [...store.list(collection, namespace), ...past.filter((entry) => entry !== undefined)];
  }

  async #create(exchange: Exchange, target: Target): Promise<Entry> {
    const options = { ...writeOptions(exchange, 'CreateOptions'), ...asked(exchange) };
    const input = await readObject(exchange, target);
    return requestCreate(this.#kernel, this.#admission, target, input, options);
  }

  async #update(exchange: Exchange, target: Target, view: ObjectView): Promise<Answer> {
    const options = { ...writeOptions(exchange, 'UpdateOptions'), ...asked(exchange) };
    const input = await readObject(exchange, target);
    const { resource, namespace, name = '', subresource } = target;
    const exists = this.#kernel.store.get(resource.collection, keyOf(namespace, name)) !== undefined;
    // A name that is wrong is reported also where there is nothing of that name.
    checkName(target, input.metadata);
    if (!exists && subresource === undefined && factsOf(resource).createdByPut) {
      const { resourceVersion: _ignored, ...metadata } = { ...input.metadata, name };
      // Who knows a uid means an object that is no more.
      if (metadata.uid) throw otherUid(resource, namespace, name, metadata.uid, '', options.dryRun);
      const entry = await requestCreate(this.#kernel, this.#admission, target, { ...input, metadata }, options);
      return answer(view.object(entry), 201);
    }
    const whole = { ...options, whole: true };
    const entry = await requestUpdate(this.#kernel, this.#admission, target, () => input, whole);
    return answer(await this.#shown(target, view, entry));
  }

  async #patch(exchange: Exchange, target: Target, view: ObjectView): Promise<Answer> {
    const type = mediaType(exchange.request);
    checkPatchType(target, type);
    const isApply = type === APPLY_PATCH;
    const { force, ...given } = patchOptions(exchange, isApply);
    const options = { ...given, ...asked(exchange) };
    const body = await readBody(exchange.request);
    if (!isApply) {
      const change = patchChange(target, type, body, fieldValidation(exchange, target));
      const entry = await requestUpdate(this.#kernel, this.#admission, target, change, options);
      return answer(await this.#shown(target, view, entry));
    }
    const write = { ...writeBy(this.#kernel, target, options), force };
    const change = applyChange(write, target, body, fieldValidation(exchange, target));
    const { entry, isNew } = await requestApply(this.#kernel, this.#admission, target, change, options);
    return answer(await this.#shown(target, view, entry), isNew ? 201 : 200);
  }

  async #delete(exchange: Exchange, target: Target, view: ObjectView): Promise<Answer> {
    const options = { ...deleteOptions(exchange.query, await this.#optionalBody(exchange)), ...asked(exchange) };
    const { resource } = target;
    warnOfOrphans(exchange, target, options);
    if (isConverted(resource)) await this.#prepare(target, [this.#get(target)]);
    const result = await requestDelete(this.#kernel, this.#admission, target, options);
    if (!result.gone || factsOf(resource).deleteReturnsObject) {
      return answer(await this.#shown(target, view, result.entry));
    }
    return answer([Buffer.from(`${JSON.stringify(deletedStatus(target, result))}\n`)]);
  }

  /** Each object goes by itself; what went, or began to, is the answer. */
  async #deleteCollection(exchange: Exchange, target: Target, view: ObjectView): Promise<readonly Uint8Array[]> {
    const body = await this.#optionalBody(exchange);
    const { query } = exchange;
    const wish = wishOf(target, query, false);
    const options = { ...deleteOptions(query, body), ...asked(exchange), isForCollection: true };
    warnOfOrphans(exchange, target, options);
    const { entries, metadata } = listPage(this.#kernel, target, wish.selection, wish.options);
    await this.#prepare(target, entries);
    for (const { object } of entries) {
      const { namespace, name } = object.metadata;
      await requestDelete(this.#kernel, this.#admission, { ...target, namespace, name }, options);
    }
    return view.list(entries, metadata);
  }

  async #optionalBody(exchange: Exchange): Promise<Json | undefined> {
    const body = await readBody(exchange.request);
    if (body.length === 0) return undefined;
    return parseBody(mediaType(exchange.request), body, (reason) => badRequest(`couldn't get version/kind; ${reason}`));
  }
}

/** K-76. */
function warnOfOrphans({ warn }: Exchange, { resource }: Target, { propagationPolicy }: DeleteOptions): void {
  if (resource.collection !== 'jobs.batch' || propagationPolicy !== undefined) return;
  warn(
    'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning',
  );
}

/** What a list or watch asks for. A real server complains of selectors before it looks at the version. */
function wishOf(
  target: Target,
  query: URLSearchParams,
  isWatch: boolean,
): { options: ListOptions; selection: Selection } {
  const options = listOptions(query, isWatch, () => parseLabelSelector(query.get('labelSelector') ?? undefined));
  const selection = selectionOf(target, query);
  checkVersion(options, isWatch);
  return { options, selection };
}

/** What a write has to know of its request. */
function asked({ user, warn, query }: Exchange): Pick<WriteOptions, 'user' | 'warn' | 'query'> {
  return { user, warn, query };
}

interface Answer {
  readonly code: number;
  readonly pieces: readonly Uint8Array[];
}

function answer(pieces: readonly Uint8Array[], code = 200): Answer {
  return { code, pieces };
}

/** K-75. */
function deletedStatus({ resource, name = '' }: Target, { entry }: DeleteResult): Status {
  const { uid } = entry.object.metadata;
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: {
      name,
      ...(resource.group && { group: resource.group }),
      kind: resource.plural,
      ...(uid !== undefined && { uid }),
    },
  };
}

/** How faults and logs name what a request is about. */
export function subjectOf(target: Target, verb: Verb, userAgent: string): FaultSubject {
  const { resource, subresource, namespace, name } = target;
  const named = qualifiedName(resource);
  return { verb, resource: subresource ? `${named}/${subresource}` : named, namespace, name, userAgent };
}
