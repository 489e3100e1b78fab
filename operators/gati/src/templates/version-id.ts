/** A version that is recorded already. */
export interface KnownBuild {
  readonly versionId: string;
  /** Of its template; unset where its author gave none and it takes the first one that comes. */
  readonly templateHash?: string | undefined;
}

const SHORTEST_SUFFIX = 6;

/**
 * The id of the version that `spec.version` and a template hash stand for, given what is recorded: the recorded one
 * of that hash, or the bare version where nobody has it, or the version with digits of the hash behind it. More than
 * six digits are taken only where another template of this version begins with the same six.
 */
export function versionIdOf(version: string, templateHash: string, known: readonly KnownBuild[]): string {
  const byId = new Map(known.map((build) => [build.versionId, build]));
  const ids = [version, ...suffixed(version, templateHash)];
  const same = ids.find((id) => byId.get(id)?.templateHash === templateHash);
  const open = ids.find((id) => byId.get(id)?.templateHash === undefined);
  return same ?? open ?? version;
}

/** Whether an id is the version itself or another template of it: `v1`, `v1+a1b2c3`. */
export function isBuildOf(versionId: string, version: string): boolean {
  if (versionId === version) return true;
  const joint = jointOf(version);
  return versionId.startsWith(version + joint) && /^[0-9a-f]{6,64}$/.test(versionId.slice(version.length + 1));
}

function suffixed(version: string, hash: string): string[] {
  const lengths = Array.from({ length: Math.max(1, hash.length - SHORTEST_SUFFIX + 1) }, (_, more) => more);
  return lengths.map((more) => `${version}${jointOf(version)}${hash.slice(0, SHORTEST_SUFFIX + more)}`);
}

/** Build metadata of semver begins with one `+`; its parts are divided by dots. */
function jointOf(version: string): string {
  return version.includes('+') ? '.' : '+';
}
