import { hash } from 'node:crypto';
import type { Ref } from '@gati-framework/contracts/deployment';
import { DNS_LABEL } from '@slipway/apimachinery/names';

/** Helm's own limit. */
const LONGEST = 53;
const MODULE = 'module-';

/**
 * The Helm release of a handler or module: `gati-<name>`, and `gati-module-<name>` for modules, which may share a name
 * with a handler. What does not fit, or could be taken for another's, ends in a hash of what it stands for.
 */
export function releaseNameOf({ kind, namespace, name }: Ref): string {
  const isModule = kind === 'GatiModule';
  const wanted = `gati-${isModule ? MODULE : ''}${name}`;
  const isPlain = wanted.length <= LONGEST && DNS_LABEL.test(wanted);
  if (isPlain && (isModule || !name.startsWith(MODULE))) return wanted;
  const digest = hash('sha256', `${kind}/${namespace}/${name}`, 'hex').slice(0, 8);
  const slug = wanted.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return `${slug.slice(0, LONGEST - digest.length - 1).replace(/-+$/, '')}-${digest}`;
}
