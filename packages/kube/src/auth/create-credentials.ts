import type { UserConfig } from '../config/index.ts';
import { certificateSource } from './certificate-files.ts';
import { CheckedSource } from './checked-source.ts';
import type { AuthMaterial, CredentialOptions, Credentials } from './credentials.ts';
import { execSource } from './exec-source.ts';
import { tokenFileSource } from './token-file.ts';

/** The credentials of one kubeconfig user. Several sources may be set; the order below decides. */
export function createCredentials(user: UserConfig, options: CredentialOptions): Credentials {
  const closing = new AbortController();
  const sources: CheckedSource<AuthMaterial>[] = [];
  if (user.tokenFile !== undefined) sources.push(tokenFileSource(user.tokenFile, user.token, options));
  else if (user.token !== undefined) sources.push(constantSource({ token: user.token }, options));
  if (user.certificate) sources.push(certificateSource(user.certificate, options));
  if (user.exec) sources.push(execSource(user.exec, options, closing.signal));
  return new CombinedCredentials(sources, closing);
}

function constantSource(material: AuthMaterial, { clock, logger }: CredentialOptions): CheckedSource<AuthMaterial> {
  return new CheckedSource({ clock, logger, what: 'token', onFailure: 'keep', read: async () => material });
}

class CombinedCredentials implements Credentials {
  readonly #sources: readonly CheckedSource<AuthMaterial>[];
  readonly #closing: AbortController;
  #parts: readonly (AuthMaterial | undefined)[] = [];
  #material: AuthMaterial = {};

  constructor(sources: readonly CheckedSource<AuthMaterial>[], closing: AbortController) {
    this.#sources = sources;
    this.#closing = closing;
  }

  async check(): Promise<void> {
    await Promise.all(this.#sources.map((source) => source.current()));
  }

  get latest(): AuthMaterial {
    const parts = this.#sources.map((source) => source.latest);
    if (parts.some((part, index) => part !== this.#parts[index])) {
      this.#parts = parts;
      // The first source wins: what the kubeconfig says itself comes before what a plugin says.
      this.#material = Object.freeze(Object.assign({}, ...parts.toReversed()) as AuthMaterial);
    }
    return this.#material;
  }

  async refresh(refused: AuthMaterial): Promise<void> {
    if (refused !== this.latest) return;
    const parts = this.#parts;
    await Promise.all(this.#sources.map((source, index) => source.refresh(parts[index] ?? {})));
  }

  close(): void {
    this.#closing.abort();
  }
}
