/** A Kubernetes release, `1.36`. */
export type KubeVersion = `${number}.${number}`;

export const OLDEST_TARGET: KubeVersion = '1.29';
export const NEWEST_TARGET: KubeVersion = '1.36';

/** The minor releases from the oldest to the newest that are known here. */
export const ALL_TARGETS: readonly KubeVersion[] = Array.from(
  { length: minorOf(NEWEST_TARGET) - minorOf(OLDEST_TARGET) + 1 },
  (_, step): KubeVersion => `1.${minorOf(OLDEST_TARGET) + step}`,
);

/** How many minor releases Kubernetes supports at a time. */
const SUPPORTED_RELEASES = 3;

/** The releases that Kubernetes supports now, as far as they are known here. */
export const SUPPORTED_TARGETS: readonly KubeVersion[] = ALL_TARGETS.slice(-SUPPORTED_RELEASES);

export function minorOf(version: KubeVersion): number {
  return Number(version.split('.')[1]);
}

/** String formats that API servers validate, without `-`, and the first minor release that does. */
const STRING_FORMATS: ReadonlyMap<string, number> = new Map([
  ...(
    'bsonobjectid uri email hostname ipv4 ipv6 cidr mac uuid uuid3 uuid4 uuid5 isbn isbn10 isbn13 creditcard ssn ' +
    'hexcolor rgbcolor byte password date duration datetime'
  )
    .split(' ')
    .map((format): [string, number] => [format, 0]),
  ['k8sshortname', 34],
  ['k8slongname', 34],
]);

const NUMBER_FORMATS: Readonly<Record<string, readonly string[]>> = {
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
};

/** The format as some target validates it, or `''` where every one ignores it (N12). */
export function effectiveFormat(type: string, format: string, newestTarget: number): string {
  if (type === '' || type === 'string') {
    const name = format.replaceAll('-', '');
    const since = STRING_FORMATS.get(name);
    return since !== undefined && since <= newestTarget ? name : '';
  }
  return NUMBER_FORMATS[type]?.includes(format) ? format : '';
}

/** Formats that every value of their type satisfies (V02). */
const RESTRICT_NOTHING = new Set(['int64', 'double', 'password']);

export function restricts(format: string): boolean {
  return format !== '' && !RESTRICT_NOTHING.has(format);
}
