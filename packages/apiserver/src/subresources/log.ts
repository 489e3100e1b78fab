import { once } from 'node:events';
import { fieldAt, type KubeObject, textAt } from '../objects/index.ts';
import type { Kernel } from '../operations/index.ts';
import { badRequest, notFound } from '../status/index.ts';
import { keyOf } from '../store/index.ts';
import type { Call } from './call.ts';
import { chosenContainer, containerStatus } from './containers.ts';
import { type LogOptions, logOptions } from './log-options.ts';
import type { LogLine, LogRequest, PodLogSources } from './pod-logs.ts';

/** `pods/log` (L-12). A pod whose lines nobody knows has written none. */
export async function readLog(call: Call, { store, clock }: Kernel, sources: PodLogSources): Promise<void> {
  const { namespace = '', name = '' } = call.target;
  const options = logOptions(call.query, name, clock.wall());
  const pod = store.get('pods', keyOf(namespace, name))?.object;
  if (!pod) throw notFound(call.target.resource, name);
  const container = chosenContainer(pod, options.container);
  // Nobody runs it, so there is nowhere to ask.
  if (textAt(pod, 'spec', 'nodeName') === '') {
    call.writeHead(204, {});
    call.response.end();
    return;
  }
  checkHasLog(pod, container, options.previous);
  const ended = new AbortController();
  call.response.once('close', () => ended.abort());
  const { previous, follow, tailLines } = options;
  const uid = pod.metadata.uid ?? '';
  const where = { namespace, pod: name, uid, container };
  const request: LogRequest = { ...where, previous, follow, tailLines, signal: ended.signal };
  call.writeHead(200, { 'content-type': 'text/plain' });
  // kubectl -f waits for the answer to begin, not for its first line.
  call.flushHead();
  await sendLines(call, selected(sources.read(request) ?? none(), options), ended.signal, options.limitBytes);
}

/** In the words of a kubelet. */
function checkHasLog({ metadata, ...pod }: KubeObject, container: string, previous: boolean): void {
  const status = containerStatus({ metadata, ...pod }, container);
  const who = `container ${JSON.stringify(container)} in pod ${JSON.stringify(metadata.name)}`;
  if (previous) {
    if (fieldAt(status, ['lastState', 'terminated']) !== undefined) return;
    throw badRequest(`previous terminated ${who} not found`);
  }
  const waiting = fieldAt(status, ['state', 'waiting']);
  const hasRun = fieldAt(status, ['lastState', 'terminated']) !== undefined;
  if (status === undefined || (waiting !== undefined && !hasRun)) {
    throw badRequest(`${who} is waiting to start: ${textAt(waiting, 'reason') || 'ContainerCreating'}`);
  }
}

async function* none(): AsyncIterable<LogLine> {}

/** The lines that are asked for, as they are shown. The last n are known only once all have been seen. */
async function* selected(lines: AsyncIterable<LogLine>, options: LogOptions): AsyncIterable<string> {
  const { since, timestamps, tailLines, follow } = options;
  const last: string[] = [];
  const isTailing = tailLines !== undefined && !follow;
  for await (const { time, text } of lines) {
    if (since !== undefined && time < since) continue;
    const shown = `${timestamps ? `${new Date(time).toISOString()} ` : ''}${text}\n`;
    if (!isTailing) yield shown;
    else {
      last.push(shown);
      if (last.length > tailLines) last.shift();
    }
  }
  yield* last;
}

async function sendLines(
  { response }: Call,
  lines: AsyncIterable<string>,
  signal: AbortSignal,
  limitBytes = Infinity,
): Promise<void> {
  let left = limitBytes;
  for await (const line of lines) {
    if (response.destroyed) return;
    const bytes = Buffer.from(line).subarray(0, left);
    left -= bytes.length;
    // The reader sets the pace: what is not taken is not read either.
    if (!response.write(bytes)) await once(response, 'drain', { signal });
    if (left <= 0) break;
  }
  response.end();
}
