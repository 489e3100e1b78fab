import type { Lane } from './transport.ts';

/** Equal to the version in package.json; a test compares the two. */
export const SLIPWAY_VERSION = '0.1.0';

/** `<operator>/<version> slipway/<version> (<controller>)`; elections add their mark. */
export function userAgent(
  operator: { readonly name: string; readonly version: string } | undefined,
  controller: string | undefined,
  lane: Lane,
): string {
  return [
    ...(operator ? [`${operator.name}/${operator.version}`] : []),
    `slipway/${SLIPWAY_VERSION}`,
    ...(controller === undefined ? [] : [`(${controller})`]),
    ...(lane === 'election' ? ['leader-election'] : []),
  ].join(' ');
}
