import { readFileSync } from 'node:fs';

/** The kernel reports CPU time in these units on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** What the kernel knows of a process that runs. */
export interface ProcessFacts {
  /** VmHWM: the most that was ever resident. */
  readonly peakBytes: number;
  /** VmRSS: what is resident now. */
  readonly residentBytes: number;
  /** User and system time of all its threads, in steps of 10 ms. */
  readonly cpuSeconds: number;
}

export function readProcessFacts(pid: number): ProcessFacts {
  const facts = { ...parseStatus(readFileSync(`/proc/${pid}/status`, 'utf8')) };
  return { ...facts, cpuSeconds: parseCpuSeconds(readFileSync(`/proc/${pid}/stat`, 'utf8')) };
}

export function parseStatus(status: string): { peakBytes: number; residentBytes: number } {
  const kilobytes = (field: string): number => {
    const match = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status);
    if (match === null) throw new Error(`/proc has no ${field}: benchmarks need Linux.`);
    return Number(match[1]) * 1024;
  };
  return { peakBytes: kilobytes('VmHWM'), residentBytes: kilobytes('VmRSS') };
}

export function parseCpuSeconds(stat: string): number {
  // The second field is the program's name in brackets and may hold anything, so fields are counted after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
