import type { KubeObject } from '../objects/index.ts';
import type { Entry } from '../store/index.ts';
import type { Admission, Attributes } from './admission.ts';

/**
 * A write in its stages. The order is a real server's: what a client wants, with its defaults and
 * owners; then those that may change it; then what the server makes of it, checked; then those that may
 * refuse it; then the store.
 */
export interface Write {
  wanted(): KubeObject;
  formed(wanted: KubeObject): KubeObject;
  /** Where a webhook has to be asked in what form it is stored. */
  ready?(formed: KubeObject): Promise<void>;
  /** Undefined when the store is no longer as it was when the write began. */
  stored(formed: KubeObject): Entry | undefined;
}

/** A write of the server itself: one synchronous step in which nobody else has a word. */
export function writeAtOnce(write: Write): Entry | undefined {
  return write.stored(write.formed(write.wanted()));
}

export async function writeAdmitted(
  write: Write,
  admission: Admission,
  attributes: Attributes,
): Promise<Entry | undefined> {
  const object = write.formed(await admission.mutate({ ...attributes, object: write.wanted() }));
  const { target } = attributes;
  // By now a name that the server generates is known.
  const final = { ...attributes, target: target.name ? target : { ...target, name: object.metadata.name }, object };
  await admission.validate(final);
  await write.ready?.(object);
  const takeBack = admission.reserve(final);
  let entry: Entry | undefined;
  try {
    entry = write.stored(object);
  } finally {
    if (!entry) takeBack();
  }
  return entry;
}
