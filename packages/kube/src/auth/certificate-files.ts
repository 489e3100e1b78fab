import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { PemSource } from '../config/index.ts';
import { KubeError } from '../errors.ts';
import { CheckedSource } from './checked-source.ts';
import type { AuthMaterial, CredentialOptions } from './credentials.ts';
import { readSecretFile } from './secret-file.ts';

type Options = Pick<CredentialOptions, 'clock' | 'logger' | 'credentialCheckMs'>;

/** The certificate authority of a cluster, looked at again where it is a file. */
export function authoritySource(ca: PemSource, { clock, logger, credentialCheckMs }: Options): CheckedSource<string> {
  const what = 'certificate authority';
  return new CheckedSource({
    clock,
    logger,
    what,
    onFailure: 'keep',
    read: async () => {
      const pem = await readPem(ca, what);
      refuseUnless(pem.includes('-----BEGIN CERTIFICATE-----'), ca, what, 'holds no PEM certificate');
      return pem;
    },
    ...('file' in ca && { freshForMs: () => credentialCheckMs }),
  });
}

/**
 * A client certificate and its key. A pair that does not fit is refused: a look in the middle of a
 * replacement sees the new certificate with the old key, and the earlier pair stays in use.
 */
export function certificateSource(
  { cert, key }: { readonly cert: PemSource; readonly key: PemSource },
  { clock, logger, credentialCheckMs }: Options,
): CheckedSource<AuthMaterial> {
  const isFile = 'file' in cert || 'file' in key;
  return new CheckedSource<AuthMaterial>({
    clock,
    logger,
    what: 'client certificate',
    onFailure: 'keep',
    read: async () => {
      const [certPem, keyPem] = [await readPem(cert, 'client certificate'), await readPem(key, 'client key')];
      refuseUnless(fit(certPem, keyPem), cert, 'client certificate', 'does not belong to the client key');
      return { certificate: { cert: certPem, key: keyPem } };
    },
    isSame: (one, other) =>
      one.certificate?.cert === other.certificate?.cert && one.certificate?.key === other.certificate?.key,
    ...(isFile && { freshForMs: () => credentialCheckMs }),
  });
}

async function readPem(source: PemSource, what: string): Promise<string> {
  return 'pem' in source ? source.pem : readSecretFile(source.file, what);
}

/** Whether the first certificate of the chain has this key. */
function fit(certPem: string, keyPem: string): boolean {
  try {
    return new X509Certificate(certPem).checkPrivateKey(createPrivateKey(keyPem));
  } catch {
    // Not PEM at all: a half-written file reads as "does not fit", which is what it is.
    return false;
  }
}

function refuseUnless(isGood: boolean, source: PemSource, what: string, problem: string): void {
  if (isGood) return;
  const origin = 'file' in source ? source.file : 'kubeconfig';
  throw new KubeError('KUBE_CONFIG', `${origin}: the ${what} ${problem}; put a matching one in its place.`);
}
