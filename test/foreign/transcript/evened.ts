/** What the API server and its controllers append to names: no vowels, and no digits that look like them. */
const RANDOM = '[bcdfghjklmnpqrstvwxz2456789]';

const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UID'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'TOKEN'],
  [/X509SHA256=[0-9a-f]+/g, 'X509SHA256=HASH'],
  [/(resourceVersion"?:? "?|Resource Version: +)\d+/g, '$1VERSION'],
  [/\bmodifiedAt=\d+/g, 'modifiedAt=TIME'],
  [/containerd:\/\/[0-9a-f]{64}/g, 'containerd://ID'],
  // Recorders fold what is alike when they come to it.
  [/ \(x\d+ over \w+\)/g, ''],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, 'TIME'],
  [
    /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? (?:[A-Z][a-z]{2} +\d+|\d+ [A-Z][a-z]{2} \d{4}) \d\d:\d\d:\d\d(?:\.\d+)?(?: [+-]\d{4}| \d{4})?/g,
    'DATE',
  ],
  [/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)? [+-]\d{4} [A-Z]+/g, 'DATE'],
  [/https:\/\/127\.0\.0\.1:\d+/g, 'https://SERVER'],
  [/\b(?:127|10)(?:\.\d{1,3}){3}\b/g, 'ADDRESS'],
  // A template's hash has up to ten characters; a pod's own part follows it.
  [new RegExp(`-${RANDOM}{6,10}-${RANDOM}{5}\\b`, 'g'), '-HASH-RANDOM'],
  [new RegExp(`\\b(pod-template-hash[=:] ?)\\w+`, 'g'), '$1HASH'],
  [new RegExp(`\\b(controller-revision-hash[=:] ?[a-z-]*)${RANDOM}{6,10}\\b`, 'g'), '$1HASH'],
  [new RegExp(`\\b([a-z][a-z-]*)-(?=\\w*\\d)${RANDOM}{8,10}\\b`, 'g'), '$1-HASH'],
  [new RegExp(`-${RANDOM}{5}\\b`, 'g'), '-RANDOM'],
];

/**
 * A length of time that stands alone: `5s`, `2m10s`. Minutes alone have one digit within the time that a
 * test may take; `250m` is a quantity.
 */
const AGE = /(?<=^|[\s(])(?:<invalid>|\d+s|\d+m\d+s|\dm)(?=[\s),]|$)/gm;

/**
 * Output without what differs between two runs on one and the same cluster. Columns are as wide as
 * their longest cell, so that their width differs too: runs of blanks become one, but for indents.
 */
export function even(output: string): string {
  const replaced = REPLACED.reduce((text, [pattern, stand]) => text.replace(pattern, stand), output);
  const lines = replaced
    .split('\n')
    .map((line) => line.replace(/(?<=\S)[ \t]+/g, ' ').trimEnd())
    .filter((line) => !line.startsWith('Waiting for '));
  return inOrder(lines.join('\n').replace(AGE, 'AGE')).trimEnd();
}

/** `describe` has events in the order of their seconds: within one, any order is as good. */
function inOrder(text: string): string {
  return text.replace(/(?<=^ {2}---- ------ .*\n)(?: {2}.*\n?)+/gm, (events) =>
    events.trimEnd().split('\n').sort().join('\n').concat('\n'),
  );
}
