/** Whether answers and bodies at this path hold secret values: Secrets, and tokens made on request. */
export function isSecretPath(path: string): boolean {
  return /^\/api\/v1\/(namespaces\/[^/]+\/)?secrets(\/|$)/.test(path) || /\/serviceaccounts\/[^/]+\/token$/.test(path);
}

/** The server's words without the own token, which an answer may repeat. */
export function withoutToken(text: string, token: string | undefined): string {
  return token ? text.replaceAll(token, '[token]') : text;
}
