/**
 * @module
 * The commands about Gati: handlers, modules and versions. Each is loaded when it is called: what one of them needs is
 * no cost of another.
 */
import type { Outcome } from '../outcome.ts';
import type { ConvertFlags } from './convert.ts';
import type { ListFlags } from './list.ts';
import type { SayFlags } from './say.ts';
import type { StatusFlags } from './status.ts';
import type { UninstallFlags } from './uninstall.ts';

export type { ConvertFlags, ListFlags, SayFlags, StatusFlags, UninstallFlags };

export async function convertManifests(flags: ConvertFlags): Promise<Outcome> {
  return (await import('./convert.ts')).convertManifests(flags);
}

export async function listHandlers(flags: ListFlags): Promise<Outcome> {
  return (await import('./list.ts')).listHandlers(flags);
}

export async function sayToOperator(word: string, name: string, flags: SayFlags): Promise<Outcome> {
  return (await import('./say.ts')).sayToOperator(word, name, flags);
}

export async function showHandler(name: string, flags: StatusFlags): Promise<Outcome> {
  return (await import('./status.ts')).showHandler(name, flags);
}

export async function uninstall(flags: UninstallFlags): Promise<Outcome> {
  return (await import('./uninstall.ts')).uninstall(flags);
}
