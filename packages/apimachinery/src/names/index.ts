/**
 * @module
 * Names: what may be the name of an object, a key or a value of a label, and the words in which a server refuses others.
 */
export { ANNOTATIONS_LIMIT_BYTES, bytesOfAnnotations } from './annotations.ts';
export {
  DNS_LABEL,
  DNS_SUBDOMAIN,
  dns1035Faults,
  dns1123LabelFaults,
  dns1123SubdomainFaults,
  isAnnotationKey,
  isDnsLabel,
  isDnsSubdomain,
  isLabelKey,
  isLabelValue,
  labelValueFaults,
  lengthFault,
  pathSegmentFaults,
  patternFault,
  qualifiedNameFaults,
} from './names.ts';
