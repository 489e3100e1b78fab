export * from './errors.ts';
export * from './schema/index.ts';
