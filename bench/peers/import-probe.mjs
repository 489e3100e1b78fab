// Prints what importing the module named by the first argument takes.
const name = process.argv[2];
const residentBefore = process.memoryUsage.rss();
const startedAt = performance.now();
await import(name);
const ms = performance.now() - startedAt;
console.log(JSON.stringify({ ms, residentBytes: process.memoryUsage.rss() - residentBefore }));
