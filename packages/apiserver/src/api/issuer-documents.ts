import { ISSUER, type ServiceAccountTokens } from '../identity/index.ts';
import type { Exchange } from './exchange.ts';

const CACHED = { 'cache-control': 'public, max-age=3600' };

/**
 * What others need to check the tokens of service accounts (OpenID Connect discovery); undefined when
 * the path is another.
 */
export function issuerDocument(
  exchange: Exchange,
  path: string,
  tokens: ServiceAccountTokens,
  serverAddress: string,
): Promise<void> | undefined {
  if (path === '/openid/v1/jwks') {
    return exchange.sendJson(200, tokens.keySet(), { ...CACHED, 'content-type': 'application/jwk-set+json' });
  }
  if (path !== '/.well-known/openid-configuration') return undefined;
  const configuration = {
    issuer: ISSUER,
    jwks_uri: `https://${serverAddress}/openid/v1/jwks`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  };
  return exchange.sendJson(200, configuration, CACHED);
}
