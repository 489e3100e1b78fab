import { KubeError } from '../errors.ts';
import { CheckedSource } from './checked-source.ts';
import type { AuthMaterial, CredentialOptions } from './credentials.ts';
import { jwtExpiry } from './jwt-expiry.ts';
import { readSecretFile } from './secret-file.ts';

/** Before a credential's end, in milliseconds: time for the request to arrive while it still holds. */
export const EXPIRY_LEEWAY_MS = 10_000;

// A token past its end whose file was not replaced is looked for again soon, but not on every request.
const EXPIRED_RECHECK_MS = 1_000;

/** A bearer token in a file that someone else replaces, such as the kubelet. */
export function tokenFileSource(
  path: string,
  fallback: string | undefined,
  { clock, logger, credentialCheckMs }: Pick<CredentialOptions, 'clock' | 'logger' | 'credentialCheckMs'>,
): CheckedSource<AuthMaterial> {
  return new CheckedSource<AuthMaterial>({
    clock,
    logger,
    what: `token file ${path}`,
    onFailure: 'keep',
    read: async () => {
      try {
        const token = (await readSecretFile(path, 'token')).trim();
        if (token !== '') return { token };
        throw new KubeError('KUBE_CONFIG', `${path}: the token file is empty; write a token into it.`);
      } catch (error) {
        if (fallback === undefined) throw error;
        return { token: fallback };
      }
    },
    isSame: (one, other) => one.token === other.token,
    freshForMs: ({ token = '' }) => {
      const leftMs = (jwtExpiry(token) ?? Number.POSITIVE_INFINITY) - EXPIRY_LEEWAY_MS - clock.wall();
      return Math.max(EXPIRED_RECHECK_MS, Math.min(credentialCheckMs, leftMs));
    },
  });
}
