export * from './queue/index.ts';
