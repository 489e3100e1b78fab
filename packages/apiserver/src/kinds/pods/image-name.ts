const HOST = '[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)*(?::[0-9]+)?';

const PART = '[a-z0-9]+(?:(?:[._]|__|[-]+)[a-z0-9]+)*';

const REFERENCE = new RegExp(
  `^(?:${HOST}/)?${PART}(?:/${PART})*(?::([\\w][\\w.-]{0,127}))?(@[A-Za-z][A-Za-z0-9]*(?:[+._-][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,})?$`,
);

/** When an image is pulled if nobody says: one that may change under its name each time, others once (K-141). */
export function pullPolicyOf(image: string): 'Always' | 'IfNotPresent' {
  const [whole, tag, digest] = REFERENCE.exec(image) ?? [];
  if (whole === undefined) return 'IfNotPresent';
  return tag === 'latest' || (tag === undefined && digest === undefined) ? 'Always' : 'IfNotPresent';
}
