import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiCaller } from '../ground/index.ts';
import { widget, widgetName, widgetsPath } from './widget.ts';

/** More at a time make an API server on one core no faster. */
const CONCURRENT_CREATES = 32;

/** Creates Widgets as fast as the server takes them. Returns when the first was sent. */
export async function createWidgets(call: ApiCaller, count: number): Promise<number> {
  const startedAt = Date.now();
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) await call('POST', widgetsPath, widget(next++));
  };
  await Promise.all(Array.from({ length: CONCURRENT_CREATES }, work));
  return startedAt;
}

/** A change of a spec that was to be sent at a time, whenever it was. */
export interface SpecWrite {
  readonly name: string;
  readonly intendedAt: number;
  /** What the server makes of the object's generation: nobody else changes a spec. */
  readonly generation: number;
}

export interface Churn {
  readonly widgets: number;
  readonly perSecond: number;
  readonly seconds: number;
}

/** Changes specs in turn at a steady rate, whether or not anyone keeps up with it. */
export async function churn(call: ApiCaller, { widgets, perSecond, seconds }: Churn): Promise<SpecWrite[]> {
  const startedAt = Date.now() + 100;
  const writes = Array.from({ length: perSecond * seconds }, (_, index) => ({
    name: widgetName(index % widgets),
    intendedAt: startedAt + (index * 1000) / perSecond,
    generation: 2 + Math.floor(index / widgets),
  }));
  const sent: Promise<string>[] = [];
  for (const { name, intendedAt, generation } of writes) {
    const early = intendedAt - Date.now();
    if (early > 0) await sleep(early);
    sent.push(call('PATCH', `${widgetsPath}/${name}`, { spec: { text: `generation ${generation}` } }));
  }
  await Promise.all(sent);
  return writes;
}
