/** What a module may be granted; every other name is refused or mapped to these. */
export const CAPABILITIES = [
  'cache:read',
  'cache:write',
  'database:read',
  'database:write',
  'filesystem:read',
  'filesystem:write',
  'logging:write',
  'metrics:write',
  'network:egress',
  'network:ingress',
  'secrets:read',
] as const;

export type Capability = (typeof CAPABILITIES)[number];

/** Bare names, and what they stand for. */
export const EXPANSIONS: Readonly<Record<string, readonly Capability[]>> = {
  network: ['network:egress', 'network:ingress'],
  storage: ['filesystem:read', 'filesystem:write'],
};

/** One spelling for all: `DATABASE.READ` is `database:read`. */
export const spelt = (name: string): string => name.trim().toLowerCase().replaceAll('.', ':');

/** What a name stands for, without anyone's own names; undefined where it is unknown. */
export function expanded(name: string): readonly Capability[] | undefined {
  const known = CAPABILITIES.find((capability) => capability === name);
  return known ? [known] : Object.hasOwn(EXPANSIONS, name) ? EXPANSIONS[name] : undefined;
}
