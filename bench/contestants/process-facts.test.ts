import { expect, it } from 'vitest';
import { parseCpuSeconds, parseStatus, readProcessFacts } from './process-facts.ts';

it('peak and resident memory are read from /proc/<pid>/status in bytes', () => {
  const status = 'Name:\tnode\nVmPeak:\t  900 kB\nVmHWM:\t    200 kB\nVmRSS:\t    100 kB\nThreads:\t11\n';
  expect(parseStatus(status)).toEqual({ peakBytes: 204_800, residentBytes: 102_400 });
});

it('a status without memory, as of a process that has ended, is an error and not 0', () => {
  expect(() => parseStatus('Name:\tnode\nState:\tZ (zombie)\n')).toThrow('VmHWM');
});

it('CPU time is found although the name of the program holds brackets and spaces', () => {
  expect(parseCpuSeconds('42 (a) 1 (b) S 1 42 42 0 -1 4194304 100 0 0 0 250 50 7 7 20 0 11 0 5')).toBe(3);
});

it('facts of this process are plausible', () => {
  const { peakBytes, residentBytes, cpuSeconds } = readProcessFacts(process.pid);
  expect(peakBytes).toBeGreaterThanOrEqual(residentBytes);
  expect(residentBytes).toBeGreaterThan(1_000_000);
  expect(cpuSeconds).toBeGreaterThanOrEqual(0);
});
