import type { ImageSpec } from './image.ts';

/** The images that this repository ships. */
export const images: readonly ImageSpec[] = [
  {
    name: 'gati-operator',
    description: 'Kubernetes operator for Gati handlers and modules.',
    package: 'operators/gati',
    entry: 'operators/gati/src/main.ts',
    beside: ['packages/targets/src/helm/guard.mjs'],
    nodeOptions: ['--max-semi-space-size=2'],
  },
];
