/** For the other folders of this package; what programs import is `public.ts`. */
export { DRAIN_SAMPLE_MS, watchDrain } from './drain.ts';
export { retirementOf, type VersionSituation, withoutWeight } from './verdict.ts';
