// Prints what importing a module takes. Arguments: its name, and the package whose dependency it is, if it is one.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [, , name, dependent] = process.argv;
const module =
  dependent === undefined ? name : pathToFileURL(createRequire(import.meta.resolve(dependent)).resolve(name)).href;
const residentBefore = process.memoryUsage.rss();
const startedAt = performance.now();
await import(module);
const ms = performance.now() - startedAt;
console.log(JSON.stringify({ ms, residentBytes: process.memoryUsage.rss() - residentBefore }));
