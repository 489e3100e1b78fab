/** Whether answers and bodies at this path hold secret values: Secrets, and tokens made on request. */
export function isSecretPath(path: string): boolean {
  return /^\/api\/v1\/(namespaces\/[^/]+\/)?secrets(\/|$)/.test(path) || /\/serviceaccounts\/[^/]+\/token$/.test(path);
}

/** What of a server's words may be shown: nothing where they can quote a Secret, never the own token. */
export function presentable(text: string, path: string, token: string | undefined): string {
  if (isSecretPath(path)) return '';
  return token ? text.replaceAll(token, '[token]') : text;
}
