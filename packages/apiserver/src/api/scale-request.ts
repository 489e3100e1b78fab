import { prepareViews } from '../custom/index.ts';
import { type Admission, type Kernel, requestUpdate, type Target, writeBy } from '../operations/index.ts';
import { badRequest, methodNotAllowed, modified, notFound, otherUid } from '../status/index.ts';
import { type Entry, keyOf } from '../store/index.ts';
import { APPLY_PATCH, applyChange } from './applying.ts';
import { mediaType, readBody } from './body.ts';
import type { Exchange } from './exchange.ts';
import { fieldValidation } from './field-validation.ts';
import { readObject } from './input.ts';
import { checkPatchType, patchChange } from './patching.ts';
import type { Verb } from './route.ts';
import type { Scaling } from './scaling.ts';
import { patchOptions, writeOptions } from './write-options.ts';

/** Carries out a request to a scale and returns the scale as it is then. */
export async function scaleRequest(
  kernel: Kernel,
  admission: Admission,
  exchange: Exchange,
  target: Target,
  verb: Verb,
  scaling: Scaling,
): Promise<Entry> {
  const { user, warn } = exchange;
  switch (verb) {
    case 'get': {
      const { resource, namespace, name = '' } = target;
      const entry = kernel.store.get(resource.collection, keyOf(namespace, name));
      if (!entry) throw notFound(resource, name);
      await prepareViews(kernel.askConverter, target, [entry]);
      return scaling.shown(entry);
    }
    case 'update': {
      const options = { ...writeOptions(exchange, 'UpdateOptions'), user, warn };
      const input = await readObject(exchange, scaling.target);
      const { name } = input.metadata;
      if (name !== target.name) {
        throw badRequest(
          name
            ? `the name of the object (${name}) does not match the name on the URL (${target.name})`
            : `the name of the object (${target.name} based on URL) was undeterminable: name must be provided`,
        );
      }
      const { uid } = input.metadata;
      const same = (): typeof input => {
        const held = kernel.store.get(target.resource.collection, keyOf(target.namespace, name ?? ''));
        const holder = held?.object.metadata.uid ?? '';
        if (uid && uid !== holder)
          throw otherUid(target.resource, target.namespace, name ?? '', uid, holder, options.dryRun);
        const version = held?.object.metadata.resourceVersion;
        if (input.metadata.resourceVersion && input.metadata.resourceVersion !== version) {
          throw modified(target.resource, name ?? '');
        }
        return input;
      };
      const change = scaling.change(same, writeBy(kernel, target, options));
      return scaling.shown(await requestUpdate(kernel, admission, target, change, { ...options, isApplied: true }));
    }
    case 'patch': {
      const type = mediaType(exchange.request);
      // Of the kind that is scaled: a Scale itself could be patched in every way.
      checkPatchType(target, type);
      const isApplied = type === APPLY_PATCH;
      const { force, ...given } = patchOptions(exchange, isApplied);
      const options = { ...given, user, warn };
      const body = await readBody(exchange.request);
      const write = writeBy(kernel, target, options);
      const validation = fieldValidation(exchange, scaling.target);
      const of = isApplied
        ? applyChange({ ...writeBy(kernel, scaling.target, options), force }, scaling.target, body, validation)
        : patchChange(scaling.target, type, body, validation);
      const change = scaling.change(of, { ...write, isApplied });
      return scaling.shown(await requestUpdate(kernel, admission, target, change, { ...options, isApplied: true }));
    }
    default:
      throw methodNotAllowed();
  }
}
