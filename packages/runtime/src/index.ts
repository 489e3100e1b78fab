export * from './controller/index.ts';
export * from './election/index.ts';
export * from './errors.ts';
export * from './finalizer/index.ts';
export * from './predicates/index.ts';
export * from './queue/index.ts';
export * from './status/index.ts';
