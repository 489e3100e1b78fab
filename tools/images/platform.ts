/** The processors that images are made for, as images name them. */
export const PLATFORMS = ['amd64', 'arm64'] as const;

export type Platform = (typeof PLATFORMS)[number];
