import { withSpec } from '../../admitted/index.ts';
import type { AdmissionPlugin } from '../../operations/index.ts';

const REQUESTS = 'certificatesigningrequests.certificates.k8s.io';

/** A certificate signing request says who made it, whatever they say themselves. */
export const certificateRequester: AdmissionPlugin = {
  name: 'CertificateRequester',
  mutate({ object, operation, target, options: { user } }) {
    if (operation !== 'CREATE' || target.resource.collection !== REQUESTS || !user) return object;
    const { name: username, groups, uid, extra } = user;
    return withSpec(object, { username, groups, ...(uid !== undefined && { uid }), ...(extra && { extra }) });
  },
};
