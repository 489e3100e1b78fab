import type { AdmissionPlugin } from '../../operations/index.ts';
import { invalid } from '../../status/index.ts';
import { isAboutAdmission } from '../matching.ts';

/**
 * Refuses configurations that no real server takes. It stands among the plugins and not with the rules
 * of the kinds because it has to load what compiles expressions.
 */
export const configurations: AdmissionPlugin = {
  name: 'AdmissionConfigurations',
  validate(attributes) {
    const { target, object } = attributes;
    if (!object || target.subresource !== undefined || !isAboutAdmission(attributes)) return undefined;
    return import('./errors.ts').then(({ configurationErrors }) => {
      const errors = configurationErrors(target.resource.plural, object);
      if (errors.length > 0) throw invalid(target.resource, object.metadata.name ?? '', errors);
    });
  },
};
