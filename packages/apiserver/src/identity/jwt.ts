import { createHash, type KeyObject, sign, verify } from 'node:crypto';

/** JSON web tokens with ES256, which is all that a cluster needs to sign its own. */
export function signToken(privateKey: KeyObject, kid: string, claims: object): string {
  const content = `${encoded({ alg: 'ES256', kid })}.${encoded(claims)}`;
  const signature = sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${content}.${signature.toString('base64url')}`;
}

/** The claims of a token that this key has signed, else undefined. What they say is not looked at. */
export function readToken(publicKey: KeyObject, token: string): unknown {
  const [header = '', claims = '', signature = '', ...more] = token.split('.');
  if (more.length > 0 || !isSignedWithES256(header)) return undefined;
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url'))) return undefined;
  return decodedJson(claims);
}

/** Before the signature is looked at: a token must not choose how it is checked. */
function isSignedWithES256(header: string): boolean {
  return (decodedJson(header) as { alg?: unknown } | undefined)?.alg === 'ES256';
}

function decodedJson(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The public key as others read it. */
export function publicJwk(publicKey: KeyObject): object {
  const { x, y } = publicKey.export({ format: 'jwk' });
  return { use: 'sig', kty: 'EC', kid: keyId(publicKey), crv: 'P-256', alg: 'ES256', x, y };
}

export function keyId(publicKey: KeyObject): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url');
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
