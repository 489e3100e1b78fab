/** For the other folders of this package; what programs import is `public.ts`. */
export { type Health, healthOf, healthOfMember, worstHealth } from './health.ts';
