/**
 * @module
 * What things are called: names of objects, labels, selectors and annotations.
 *
 * All of it follows from the name of a custom resource and the id of a version, so two operators, two clusters and
 * two releases agree without asking. Any text can be a version; different ones never share a name. Selectors hold
 * only what cannot change while a Deployment lives.
 */

export { ANNOTATIONS, FINALIZERS, LABELS, MANAGER, ROTATION } from '../words/index.ts';
export {
  handlerLabels,
  handlerSelector,
  moduleAnnotations,
  moduleLabels,
  moduleSelector,
  versionAnnotations,
  versionLabels,
  versionSelector,
} from './labels.ts';
export {
  handlerObjectName,
  moduleObjectName,
  recordName,
  rotationServiceName,
  versionKey,
  versionObjectName,
} from './object-names.ts';
