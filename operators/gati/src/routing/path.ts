import type { SplitPlan } from '@gati-framework/contracts/deployment';

type PathMatch = SplitPlan['match']['path'];

/** `/users/:id/orders` is found by its literal beginning, unless a match is given. */
export function pathMatchOf(handlerPath: string, given?: Partial<PathMatch>): PathMatch {
  if (given?.value !== undefined) return { type: given.type ?? 'PathPrefix', value: given.value };
  const segments = handlerPath.split('/').filter((segment) => segment !== '');
  const parameter = segments.findIndex((segment) => /^[:*{[]/.test(segment));
  const literal = parameter === -1 ? segments : segments.slice(0, parameter);
  return { type: 'PathPrefix', value: `/${literal.join('/')}` };
}
