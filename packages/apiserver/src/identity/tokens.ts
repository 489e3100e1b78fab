import { createHash, randomBytes } from 'node:crypto';
import type { User } from './user.ts';

/**
 * Bearer tokens of one cluster. Kept and looked up by their hash: finding a token takes the same
 * time however much of it is right, and what is written to disk opens nothing.
 */
export class Tokens {
  readonly #users: Map<string, User>;
  /** Called when a token has come or gone. */
  onChange: () => void = () => {};

  /** `known`: what `entries` of an earlier cluster gave. */
  constructor(known: Iterable<readonly [hash: string, user: User]> = []) {
    this.#users = new Map(known);
  }

  /** Hashes and their users, for the process that keeps the cluster. */
  entries(): (readonly [hash: string, user: User])[] {
    return [...this.#users];
  }

  issue(user: User): string {
    const token = randomBytes(24).toString('base64url');
    this.#users.set(digest(token), user);
    this.onChange();
    return token;
  }

  find(token: string): User | undefined {
    return this.#users.get(digest(token));
  }

  revoke(token: string): void {
    this.#users.delete(digest(token));
    this.onChange();
  }
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}
