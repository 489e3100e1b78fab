import { FaultProxy } from '@slipway/kube/testing';
import { createCertificateAuthority } from '@slipway/localcluster/certificates';

/** A fault proxy that Go programs speak to as well: they send no token without TLS. */
export function startSecureProxy(upstream: string): Promise<FaultProxy> {
  const authority = createCertificateAuthority();
  const certificate = { ...authority.issueServer({ ipAddresses: ['127.0.0.1'] }), caPem: authority.certPem };
  return FaultProxy.start({ upstream, certificate });
}
