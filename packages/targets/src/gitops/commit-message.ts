import type { ApplyReport, Ref } from '@gati-framework/contracts/deployment';

const VERBS = { created: 'Add', updated: 'Change', deleted: 'Remove' } as const;

/** `Apply Shop demo/cart`, then what changed: one line per object. */
export function commitMessage(
  { kind, namespace, name }: Pick<Ref, 'kind' | 'namespace' | 'name'>,
  results: ApplyReport['results'],
): string {
  const lines = results.flatMap(({ ref, outcome }) =>
    outcome === 'unchanged' || outcome === 'failed' ? [] : [`${VERBS[outcome]} ${ref.kind} ${placeOf(ref)}`],
  );
  return `Apply ${kind} ${placeOf({ namespace, name })}\n\n${lines.map((line) => `${line}\n`).join('')}`;
}

function placeOf({ namespace, name }: { namespace: string; name: string }): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}
