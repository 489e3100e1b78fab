/**
 * `npm start`: prints a line at once, loads the example, and ends it when npm ends.
 *
 * Plain JavaScript with nothing but Node's own modules in front: compiling the sources takes seconds, and the first line
 * must not wait for that. Killed, npm passes no signal on, and the shell that it starts commands with stays: so every
 * link from this process up to npm is watched, not only the parent.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const LOOK_MS = 1_000;

console.log('… loading the sources, which takes some seconds');
if (process.env.npm_lifecycle_event !== undefined) endWith(linksToNpm());
const { register } = await import('tsx/esm/api');
register();
await import('./main.ts');

/** @typedef {{ readonly pid: number, readonly parent: number }} Link */

/** @param {readonly Link[]} links */
function endWith(links) {
  const look = () => {
    // To itself: whatever is set up by then cleans up behind it, and before that there is nothing to clean.
    if (links.some(({ pid, parent }) => parentOf(pid) !== parent)) process.kill(process.pid, 'SIGTERM');
  };
  setInterval(look, LOOK_MS).unref();
}

/** From this process to the nearest ancestor that is no shell: npm. */
function linksToNpm() {
  /** @type {Link[]} */
  const links = [];
  let pid = process.pid;
  do {
    const parent = parentOf(pid);
    if (parent === undefined) break;
    links.push({ pid, parent });
    pid = parent;
  } while (isShell(pid));
  return links;
}

/** @param {number} pid */
function isShell(pid) {
  // The title "npm run refresh" is no shell's.
  return /^\S*sh$|^busybox$/.test(stateOf(pid)?.name ?? '');
}

/** @param {number} pid */
function parentOf(pid) {
  return pid === process.pid ? process.ppid : stateOf(pid)?.parent;
}

/**
 * Name and parent of a process; undefined for one that is gone, and where the system has no way to ask (Windows).
 * @param {number} pid
 */
function stateOf(pid) {
  try {
    const [, name = '', parent] =
      process.platform === 'linux'
        ? (/^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [])
        : (/^(.*) (\d+)$/.exec(
            execFileSync('ps', ['-o', 'comm=,ppid=', '-p', `${pid}`], { encoding: 'utf8' }).trim(),
          ) ?? []);
    return { name: name.trim(), parent: Number(parent) };
  } catch {
    return undefined;
  }
}
