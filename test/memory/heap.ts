import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes in use after everything unreachable is gone. Finalizers need a turn of the event loop between the rounds. */
export async function heapBytes(): Promise<number> {
  for (let round = 0; round < 4; round++) {
    collectGarbage();
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed;
}
