import { createCertificateAuthority } from '@slipway/apiserver/certificates';
import { FaultProxy } from '@slipway/kube/testing';

/** A fault proxy that Go programs speak to as well: they send no token without TLS. */
export function startSecureProxy(upstream: string): Promise<FaultProxy> {
  const authority = createCertificateAuthority();
  const certificate = { ...authority.issueServer({ ipAddresses: ['127.0.0.1'] }), caPem: authority.certPem };
  return FaultProxy.start({ upstream, certificate });
}
