export * from './auth/index.ts';
export * from './clock/index.ts';
export * from './config/index.ts';
export * from './errors.ts';
export * from './kinds/index.ts';
export * from './log/index.ts';
export * from './options.ts';
export * from './transport/index.ts';
