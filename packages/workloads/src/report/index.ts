/**
 * @module
 * What is wrong with a description, all of it at once.
 *
 * Builders check each value where they use it and go on; their caller looks at the notebook at the end.
 */
export {
  checkDnsLabel,
  checkKeys,
  checkLabels,
  checkObjectName,
  checkPort,
  checkRepeated,
  checkTwins,
  checkWhole,
  MANY,
  quote,
} from './checks.ts';
export { openNotebook, type Report } from './report.ts';
