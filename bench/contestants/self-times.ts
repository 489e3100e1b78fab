/** What `node --cpu-prof` writes, as far as it is used. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  /** Which node was on top of the stack, and for how many microseconds. */
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

export interface SelfTime {
  /** `function file:line` */
  readonly where: string;
  readonly ms: number;
}

/** Time per function without what it called, the longest first. Waiting is not counted. */
export function selfTimes({ nodes, samples, timeDeltas }: CpuProfile): SelfTime[] {
  const places = new Map(nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]));
  const times = new Map<string, number>();
  for (const [at, id] of samples.entries()) {
    const place = places.get(id) ?? '';
    times.set(place, (times.get(place) ?? 0) + (timeDeltas[at] ?? 0) / 1000);
  }
  times.delete('(idle)');
  return [...times].map(([where, ms]) => ({ where, ms })).sort((a, b) => b.ms - a.ms);
}

function placeOf({ functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame']): string {
  const name = functionName || '(anonymous)';
  const file = url.split('/').slice(-3).join('/');
  return file === '' ? name : `${name} ${file}:${lineNumber + 1}`;
}
