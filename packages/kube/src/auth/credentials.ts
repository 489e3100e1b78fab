import type { Clock } from '@slipway/apimachinery/clock';
import type { Logger } from '../log/index.ts';

/** What a request carries and what its connection shows. */
export interface AuthMaterial {
  /** For the `Authorization: Bearer` header. */
  readonly token?: string;
  /** Client certificate of the connection, both PEM. */
  readonly certificate?: { readonly cert: string; readonly key: string };
  /** When it ends, in milliseconds since 1970, where its source says so. */
  readonly expiresAt?: number;
}

export interface Credentials {
  /** Looks at the sources where that is due. */
  check(): Promise<void>;
  /** What was found last: the same object as before, unless a source changed. Empty before the first `check`. */
  readonly latest: AuthMaterial;
  /**
   * Asks the source again because the server refused `refused`. Does nothing where newer material is
   * at hand already: of a hundred requests refused together, one asks.
   */
  refresh(refused: AuthMaterial): Promise<void>;
  /** Ends what still runs, such as a plugin. */
  close(): void;
}

export interface CredentialOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly credentialCheckMs: number;
  readonly execTimeoutMs: number;
  readonly env: Readonly<Record<string, string | undefined>>;
}
