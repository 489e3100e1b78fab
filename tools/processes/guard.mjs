/**
 * The process that owns the long-lived processes of a test: a control plane, a Prometheus.
 *
 * It is the parent of them all and talks with the one that started it over the channel of
 * `child_process.fork`. When that channel closes, for whatever reason (SIGKILL of a test runner
 * included), it ends its children and removes the folder named by its first argument. It is plain
 * JavaScript because Node 20 runs no other, and it listens to no signal of a terminal: Ctrl-C reaches
 * the one who started it, whose end it then sees.
 */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

const folder = process.argv[2];
/** @type {Map<string, import('node:child_process').ChildProcess>} */
const children = new Map();
let isEnding = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

process.on('disconnect', end);
process.on('message', (/** @type {import('./guard.ts').GuardRequest} */ request) => {
  if ('start' in request) start(request.start);
  else if ('kill' in request) children.get(request.kill)?.kill('SIGKILL');
  else end();
});

/** @param {import('./guard.ts').ProcessSpec} spec */
function start({ name, command, args, env = process.env }) {
  const log = openSync(join(folder, `${name}.log`), 'a');
  const child = spawn(command, args, { stdio: ['ignore', log, log], cwd: folder, env });
  closeSync(log);
  children.set(name, child);
  child.on('error', (error) => ended(name, error.message));
  child.on('exit', (code, signal) => ended(name, signal ?? `exit code ${code}`));
}

/** @param {string} name @param {string} how */
function ended(name, how) {
  children.delete(name);
  // The one who started us may be gone by now; then there is nobody to tell.
  if (process.connected) process.send({ ended: name, how }, () => undefined);
  if (isEnding) void finishWhenAlone();
}

function end() {
  isEnding = true;
  for (const child of children.values()) child.kill('SIGKILL');
  void finishWhenAlone();
}

async function finishWhenAlone() {
  if (children.size > 0) return;
  await rm(folder, { recursive: true, force: true });
  process.exit(0);
}
