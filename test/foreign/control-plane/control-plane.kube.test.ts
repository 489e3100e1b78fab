import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MANIFESTS, setting } from '../kubectl/walk.ts';
import { type Place, startKubePlace } from '../places.ts';
import { isRecording } from '../recording.ts';
import { play, readTranscript, writeTranscript } from '../transcript/index.ts';
import { createWorkspace } from '../workspace.ts';
import { type RealControllers, startRealControllers } from './real-controllers.ts';

const WALK = new URL('walk.txt', import.meta.url);
const recorded = (): string => readFileSync(WALK, 'utf8');

/** Nothing may be created in a namespace that ends: what comes too late is refused by any server. */
const ENDING = '/namespaces/real/';

async function walk({ kubeconfig }: Place): Promise<string> {
  const workspace = await createWorkspace({ kubeconfig, commands: { kubectl: 'kubectl' }, files: MANIFESTS });
  try {
    return writeTranscript(await play(readTranscript(recorded()), workspace));
  } finally {
    await workspace.remove();
  }
}

describe('kube-controller-manager and kube-scheduler', () => {
  let kube: Place;
  let local: RealControllers;
  beforeAll(async () => {
    [kube, local] = await Promise.all([startKubePlace(setting), startRealControllers(setting)]);
  });
  afterAll(async () => {
    await Promise.all([kube?.stop(), local?.stop()]);
  });

  test('L-22: what was recorded is what they make of it behind a real API server', async () => {
    const played = await walk(kube);
    if (isRecording) writeFileSync(WALK, played);
    expect(played).toBe(recorded());
  });

  test('K-171 K-172: they run behind the API of localcluster and make the same of it', {
    timeout: 600_000,
  }, async () => {
    expect(await walk(local)).toBe(recorded());
    // They are the only ones who ask this much of the API; what it refuses them is a gap.
    const refused = local.cluster
      .requests()
      .filter(({ status, userAgent }) => status >= 400 && userAgent.startsWith('kube-'))
      .filter(({ status, uri }) => status !== 409 && status !== 404 && !(status === 403 && uri.includes(ENDING)))
      .map(({ status, method, uri }) => `${status} ${method} ${uri}`);
    expect(refused).toEqual([]);
    expect(await local.logOf('kube-scheduler')).not.toMatch(/^F/m);
    expect(await local.logOf('kube-controller-manager')).not.toMatch(/^F/m);
  });
});
