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
export const chapters = [
  ['L-1 L-4 K-20 K-24 K-26 K-27 K-41 K-43 K-44 K-45 K-55 K-80: what the server has and holds', '1-reading'],
  ['L-3 L-6 L-9 K-32 K-33 K-60 K-61 K-62 K-63 K-64 K-72 K-73 K-74 K-75 K-87 K-88 K-94: changes', '2-applying'],
  ['L-20 L-22 K-47 K-56 K-110 K-111 K-112 K-113 K-114 K-115: what runs', '3-workloads'],
  ['L-13 K-1 K-7 K-116 K-118 K-122 K-123 K-124 K-126 K-150: one of each kind', '4-creating'],
  ['L-11 K-97 K-98: who one is, and what one may', '5-access'],
  ['L-21 K-25 K-99 K-119: nodes, and who is on them', '6-nodes'],
] as const;
export type Chapter = (typeof chapters)[number][1];

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
