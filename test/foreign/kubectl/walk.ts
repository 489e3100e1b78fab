import { readFileSync, writeFileSync } from 'node:fs';
import type { Place, Setting } from '../places.ts';
import { play, readTranscript, writeTranscript } from '../transcript/index.ts';
import { createWorkspace } from '../workspace.ts';

/** What the cluster of the walk has: two nodes, and images that do something else than run. */
export const setting: Setting = {
  nodes: [
    { name: 'worker-1', labels: { zone: 'a' } },
    { name: 'worker-2', labels: { zone: 'b' } },
  ],
  rules: [
    { match: { image: 'task:1' }, behaviour: { exit: { code: 0 } } },
    { match: { image: 'task-fails:1' }, behaviour: { exit: { code: 3 } } },
    { match: { image: 'crash:1' }, behaviour: { crash: { exitCode: 1 } } },
    { match: { image: 'missing:1' }, behaviour: { imagePullError: true } },
  ],
};

export const MANIFESTS = new URL('manifests/', import.meta.url);

/** The chapters of the walk, in order; they leave nothing behind that the next would see. */
export const chapters = ['1-reading', '2-applying', '3-workloads', '4-creating', '5-access', '6-nodes'] as const;
export type Chapter = (typeof chapters)[number];

const fileOf = (chapter: Chapter): URL => new URL(`walk/${chapter}.txt`, import.meta.url);

export const recorded = (chapter: Chapter): string => readFileSync(fileOf(chapter), 'utf8');
export const record = (chapter: Chapter, text: string): void => writeFileSync(fileOf(chapter), text);

/** Walks through a chapter and returns its transcript on this place. */
export async function playChapter(chapter: Chapter, { kubeconfig }: Place): Promise<string> {
  const workspace = await createWorkspace({ kubeconfig, commands: { kubectl: 'kubectl' }, files: MANIFESTS });
  try {
    return writeTranscript(await play(readTranscript(recorded(chapter)), workspace));
  } finally {
    await workspace.remove();
  }
}
