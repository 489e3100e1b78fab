import type { DeploymentResource } from '@gati-framework/contracts/deployment';
import { TargetError } from '../errors.ts';
import { describeRef, refOfResource } from '../resources/index.ts';

/** Turns a Secret into the object that stands for it in git: an ExternalSecret, a SealedSecret. */
export type SecretReference = (secret: DeploymentResource) => DeploymentResource;

/** The values of a Secret, as fields that the contract does not type. */
interface SecretContent {
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
}

/**
 * The resource as it may be written to git. A Secret is refused, or replaced by what the user's
 * function makes of it, and that is read again: a value of the Secret in it is refused as well.
 */
export function withoutSecret(
  resource: DeploymentResource,
  reference: SecretReference | undefined,
): DeploymentResource {
  if (!isSecret(resource)) return resource;
  const name = describeRef(refOfResource(resource));
  if (!reference) {
    throw refused(
      `${name} is not written to git, where it would stay for good: leave it out of the set and refer to one that exists, or configure secretReference.`,
    );
  }
  const stand = reference(resource);
  if (isSecret(stand))
    throw refused(`secretReference made a Secret of ${name}; it must make an object that refers to one.`);
  if (holdsValueOf(stand, resource)) {
    throw refused(`What secretReference made of ${name} holds a value of the Secret: it may name it and no more.`);
  }
  return stand;
}

function isSecret({ kind, apiVersion = 'v1', ...rest }: DeploymentResource): boolean {
  const { items } = rest as { items?: unknown };
  if (Array.isArray(items)) return items.some((item) => isSecret(item as DeploymentResource));
  return kind === 'Secret' && apiVersion === 'v1';
}

/** Short values (`true`, a port) turn up anywhere by chance and are no secrets. */
const LEAST_SECRET_LENGTH = 6;

function holdsValueOf(stand: DeploymentResource, { data = {}, stringData = {} }: SecretContent): boolean {
  const encoded = Object.values(data);
  const plain = [...Object.values(stringData), ...encoded.map((value) => Buffer.from(value, 'base64').toString())];
  const values = [...plain, ...encoded, ...plain.map((value) => Buffer.from(value).toString('base64'))];
  const texts = textsOf(stand);
  return values.some((value) => value.length >= LEAST_SECRET_LENGTH && texts.some((text) => text.includes(value)));
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

function refused(message: string): TargetError {
  return new TargetError('TARGET_SECRET', message);
}
