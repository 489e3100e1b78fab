import { measureImports } from '../contestants/index.ts';
import { boundsTable, formatBytes, formatMs } from '../report/index.ts';
import type { Benchmark } from './benchmark.ts';

const OURS = '@slipway/localcluster';

/** What `import` costs before anything is done with it, in time and resident memory. */
export const importCost: Benchmark = {
  name: 'import',
  summary: `time and memory that importing ${OURS} takes, beside yaml alone`,
  async run({ plan, cores, random }) {
    const costs = await measureImports({ ours: OURS, beside: ['yaml'], repeats: plan.repeats, cores, random });
    const times = [...costs].map(([name, { ms }]) => ({ what: `import ${name}`, value: ms }));
    const memory = [...costs].map(([name, { residentBytes }]) => ({
      what: `resident memory added by ${name}`,
      value: residentBytes,
    }));
    return {
      title: `Import (median of ${plan.repeats} processes)`,
      markdown: `${boundsTable(times, formatMs)}\n\n${boundsTable(memory, formatBytes)}`,
      data: Object.fromEntries(costs),
    };
  },
};
