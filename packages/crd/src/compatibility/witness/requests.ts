import { type Crd, isJsonObject, parseJson } from '../../schema/index.ts';
import type { Finding, Witness } from '../finding.ts';

/** What happens to requests about any object, whatever it holds. */
export type Request = Pick<Witness, 'outcome' | 'says'>;

/** The answer for a break that any object of the version shows; undefined where it depends on what objects hold. */
export function requestOf(
  { rule, version, old: was, new: is }: Finding,
  old: Crd,
  now: Crd | null,
): Request | undefined {
  switch (rule) {
    case 'C01':
      return refused(`${now?.spec.names.plural ?? 'objects'} are of scope ${now?.spec.scope ?? 'unknown'} now`);
    case 'C03':
      return refused(`objects of ${old.spec.group} are of kind ${now?.spec.names.kind ?? ''} now`);
    case 'C06':
    case 'C07':
      return refused(`${old.spec.group}/${version} is not served any more`);
    case 'C16':
      return refused('a write to its /status is answered with 404');
    case 'C18':
      return scaleChange(was, is);
    case 'C20':
      return refused(`a list with a field selector on ${String(valueOf(was)).replace(/^\./, '')} is answered with 400`);
    case 'C26':
      return { outcome: 'deleted', says: 'the CRD goes, and its objects with it' };
    default:
      return undefined;
  }
}

/** Why no object can show a break. */
export function reasonOf({ rule }: Finding): string | undefined {
  switch (rule) {
    case 'C29':
      return 'it is about the CRD itself: where Helm deletes it, all of its objects go, whatever they hold';
    case 'V35':
      return 'servers drop what they do not know before they judge objects; what fails is a server-side apply of the CRD';
    default:
      return undefined;
  }
}

function refused(says: string): Request {
  return { outcome: 'refused', says };
}

function scaleChange(was: string | undefined, is: string | undefined): Request {
  const [before, after] = [valueOf(was), valueOf(is)];
  if (!isJsonObject(after) || Object.keys(after).length === 0) {
    return refused('a request to its /scale is answered with 404');
  }
  const changed = Object.keys({ ...(isJsonObject(before) ? before : {}), ...after }).filter(
    (key) => !isJsonObject(before) || before[key] !== after[key],
  );
  const text = (side: unknown, key: string): string => {
    const path = isJsonObject(side) ? side[key] : undefined;
    return typeof path === 'string' ? path : 'nothing';
  };
  const says = changed.map((key) => `${key} of its /scale is ${text(after, key)} and was ${text(before, key)}`);
  return { outcome: 'changed', says: says.join('; ') };
}

function valueOf(token: string | undefined): unknown {
  return token === undefined ? undefined : parseJson(token);
}
