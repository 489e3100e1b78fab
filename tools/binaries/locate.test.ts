import { describe, expect, test } from 'vitest';
import { entryFolder } from '../cache/index.ts';
import { tools } from './catalogue.ts';
import { locate, type Machine } from './locate.ts';
import { parseVersion, type Tool } from './tool.ts';

const env = {
  SLIPWAY_CACHE: '/cache',
  KUBECTL_BIN: '/named/kubectl',
  KUBEBUILDER_ASSETS: '/assets',
  PATH: '/old:/new',
};

/** A machine with these executables, by path and what they say their version is. */
function machineWith(executables: Record<string, string>, overrides: NodeJS.ProcessEnv = {}): Machine {
  return {
    env: { ...env, ...overrides },
    isExecutable: async (path) => Object.hasOwn(executables, path),
    versionOf: async (path) => parseVersion(executables[path] ?? ''),
  };
}

function cached(tool: Tool): string {
  return `${entryFolder({ tool: tool.name, version: tool.version }, env)}/${tool.file}`;
}

describe('the search for an executable', () => {
  const everywhere = {
    '/named/kubectl': 'v1.20.0',
    '/old/kubectl': 'Client Version: v1.34.9',
    '/new/kubectl': 'Client Version: v1.35.0',
    '/assets/etcd': '',
    [cached(tools.kubectl)]: '',
    [cached(tools.etcd)]: '',
  };

  test('R-184: a variable wins, whatever the version', async () => {
    expect(await locate(tools.kubectl, machineWith(everywhere))).toEqual({
      path: '/named/kubectl',
      origin: 'KUBECTL_BIN',
    });
  });

  test('R-184: a variable that names nothing is an error, not passed over', async () => {
    const machine = machineWith({ '/new/kubectl': 'v1.36.0' });
    await expect(locate(tools.kubectl, machine)).rejects.toMatchObject({ code: 'TOOLS_NOT_EXECUTABLE' });
  });

  test('R-184: of those on the PATH the first that is new enough is taken', async () => {
    const machine = machineWith(everywhere, { KUBECTL_BIN: '' });
    expect(await locate(tools.kubectl, machine)).toEqual({ path: '/new/kubectl', origin: 'PATH' });
  });

  test('R-184: one on the PATH that is too old leaves the search to the cache', async () => {
    const machine = machineWith(everywhere, { KUBECTL_BIN: '', PATH: '/old' });
    expect(await locate(tools.kubectl, machine)).toEqual({ path: cached(tools.kubectl), origin: 'cache' });
  });

  test('R-184: KUBEBUILDER_ASSETS wins over the cache for the parts of a control plane', async () => {
    const found = { path: '/assets/etcd', origin: 'KUBEBUILDER_ASSETS' };
    expect(await locate(tools.etcd, machineWith(everywhere))).toEqual(found);
    const without = machineWith(everywhere, { KUBEBUILDER_ASSETS: '/empty' });
    expect(await locate(tools.etcd, without)).toEqual({ path: cached(tools.etcd), origin: 'cache' });
  });

  test('R-184: helm 3 and helm 4 do not pass for each other', async () => {
    const machine = machineWith({ '/old/helm': 'v3.20.1+gabcdef', '/new/helm': 'v4.0.0+gabcdef' });
    expect((await locate(tools.helm, machine))?.path).toBe('/new/helm');
    expect((await locate(tools.helm3, machine))?.path).toBe('/old/helm');
  });

  test('R-184: what is nowhere is not found', async () => {
    expect(await locate(tools.etcd, machineWith({}))).toBeUndefined();
  });
});
