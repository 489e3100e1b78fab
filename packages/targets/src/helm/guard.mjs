/**
 * The process that owns the helms of one client.
 *
 * It is the parent of them all and talks with the client over the channel of `child_process.fork`.
 * When that channel closes, for whatever reason (SIGKILL of the client included), it kills every helm
 * with its process group and removes the client's folder. A helm for which no word has come for
 * `stallMs` is killed too: its client may be stopped or hang, and another may be about to take over.
 *
 * It is plain JavaScript because Node 20 runs no other, and it listens to no signal of a terminal:
 * Ctrl-C reaches the client, whose end it then sees.
 */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';

/** @type {{ folder: string, stallMs: number, graceMs: number }} */
const { folder, stallMs, graceMs } = JSON.parse(process.argv[2] ?? '{}');
const LOOK_MS = Math.max(10, stallMs / 10);

/**
 * @typedef {{ child: import('node:child_process').ChildProcess, heardAt: number, isStalled: boolean }} Helm
 * @type {Map<number, Helm>}
 */
const helms = new Map();
let isEnding = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

process.on('disconnect', end);
process.on('message', (/** @type {import('./guard-process.ts').GuardRequest} */ request) => {
  if ('run' in request) run(request.run);
  else if ('heard' in request) for (const id of request.heard) hear(id);
  else if ('stop' in request) stop(request.stop);
  else end();
});

/** @param {import('./guard-process.ts').HelmProcess} process_ */
function run({ id, command, args, env, cwd, stdout, stderr }) {
  const files = [openSync(stdout, 'wx', 0o600), openSync(stderr, 'wx', 0o600)];
  const child = spawn(command, args, { stdio: ['ignore', ...files], env, cwd, detached: true });
  for (const file of files) closeSync(file);
  helms.set(id, { child, heardAt: performance.now(), isStalled: false });
  child.on('error', (error) => ended(id, { error: error.message }));
  child.on('exit', (code, signal) => ended(id, { code, signal }));
  if (child.pid !== undefined) tell({ started: id, pid: child.pid });
}

/** @param {number} id */
function hear(id) {
  const helm = helms.get(id);
  if (helm) helm.heardAt = performance.now();
}

/** @param {number} id */
function stop(id) {
  const helm = helms.get(id);
  if (!helm) return;
  signalGroup(helm, 'SIGTERM');
  setTimeout(() => helms.get(id) === helm && signalGroup(helm, 'SIGKILL'), graceMs);
}

/** @param {Helm} helm @param {NodeJS.Signals} signal */
function signalGroup({ child }, signal) {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is gone already; its exit is on the way here.
  }
}

/** @param {number} id @param {object} how */
function ended(id, how) {
  const helm = helms.get(id);
  if (!helm) return;
  // What helm started (a plugin, a credential helper) does not outlive it either.
  signalGroup(helm, 'SIGKILL');
  helms.delete(id);
  tell({ ended: id, isStalled: helm.isStalled, ...how });
  if (isEnding) void finishWhenAlone();
}

/** @param {object} message */
function tell(message) {
  // The client may be gone by now; then there is nobody to tell.
  if (process.connected) process.send?.(message, () => undefined);
}

function end() {
  isEnding = true;
  for (const helm of helms.values()) signalGroup(helm, 'SIGKILL');
  void finishWhenAlone();
}

async function finishWhenAlone() {
  if (helms.size > 0) return;
  await rm(folder, { recursive: true, force: true });
  process.exit(0);
}

let lookedAt = performance.now();
setInterval(() => {
  const now = performance.now();
  const wasAsleep = now - lookedAt > stallMs;
  lookedAt = now;
  for (const helm of helms.values()) {
    // The whole machine slept, the client too: it gets its time to speak again.
    if (wasAsleep) helm.heardAt = now;
    else if (now - helm.heardAt > stallMs) {
      helm.isStalled = true;
      signalGroup(helm, 'SIGKILL');
    }
  }
}, LOOK_MS);
