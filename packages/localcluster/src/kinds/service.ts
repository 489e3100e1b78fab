import type { KindRules } from './kind-rules.ts';
import { withAddresses, withoutStaleFields } from './service-addresses.ts';

export const serviceRules: KindRules = {
  allocate: withAddresses,
  prepareUpdate: withoutStaleFields,
};
