/** For the other folders of this package; what programs import is `public.ts`. */
export { type Conditions, judgeConditions } from './measurement.ts';
export { isOfSystem, judgeRun, startRun, takeMeasurements, worstOutcome } from './run.ts';
export { gateWords } from './words.ts';
