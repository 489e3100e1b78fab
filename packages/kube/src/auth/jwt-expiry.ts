/** When a token ends, in milliseconds since 1970; undefined where it is no JWT or never ends. Nothing is verified. */
export function jwtExpiry(token: string): number | undefined {
  const payload = token.split('.')[1];
  if (payload === undefined) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const exp = (claims as { exp?: unknown } | null)?.exp;
    return typeof exp === 'number' ? exp * 1000 : undefined;
  } catch {
    // Opaque tokens may hold dots too.
    return undefined;
  }
}
