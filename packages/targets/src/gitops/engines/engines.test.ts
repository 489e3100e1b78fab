import type { Ref } from '@gati-framework/contracts/deployment';
import type { UntypedObject } from '@slipway/kube/discovery';
import { describe, expect, it } from 'vitest';
import type { FileEntry } from '../owner-index.ts';
import { createEngine, type Engine, type EngineOptions, judge } from './index.ts';

const COMMIT = 'a'.repeat(40);
const scaled: FileEntry = { path: 'p', apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' };
const source = { url: 'https://host.dev/r.git', branch: 'main', root: 'clusters/prod/', scaled: [scaled] };
const web: Ref = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' };

function engineOf(options: EngineOptions): Engine {
  const engine = createEngine(options);
  if (!engine) throw new Error('an engine was asked for');
  return engine;
}

describe('Argo CD', () => {
  const argo = engineOf({ kind: 'argocd' });
  const place = { repoURL: source.url, path: 'clusters/prod', targetRevision: 'main' };
  const resource = (name: string, status: string, health?: string): object => ({
    group: 'apps',
    version: 'v1',
    kind: 'Deployment',
    namespace: 'shop',
    name,
    status,
    ...(health !== undefined && { health: { status: health } }),
  });
  const view = (status: object): ReturnType<Engine['view']> => argo.view([{ metadata: {}, status }], source, [web]);
  const synced = {
    sync: { status: 'Synced', revision: COMMIT, comparedTo: { source: place } },
    health: { status: 'Healthy' },
  };

  it('G-174: one Application points at the folder of the branch, and leaves replicas to the scaler', () => {
    expect(argo.objects(source).map(({ object }) => object)).toEqual([
      {
        apiVersion: 'argoproj.io/v1alpha1',
        kind: 'Application',
        metadata: {
          name: 'slipway',
          namespace: 'argocd',
          labels: { 'app.kubernetes.io/managed-by': 'slipway' },
          annotations: { 'argocd.argoproj.io/compare-options': 'ServerSideDiff=true' },
        },
        spec: {
          project: 'default',
          source: { ...place, directory: { recurse: true } },
          destination: { server: 'https://kubernetes.default.svc' },
          syncPolicy: {
            automated: { prune: true, selfHeal: true, allowEmpty: true },
            syncOptions: ['ServerSideApply=true', 'RespectIgnoreDifferences=true'],
          },
          ignoreDifferences: [
            { group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'web', jsonPointers: ['/spec/replicas'] },
          ],
        },
      },
    ]);
    const [bare] = argo.objects({ ...source, root: '', scaled: [] });
    expect(bare?.object.spec).toMatchObject({ source: { path: '.' } });
    expect(bare?.object.spec).not.toHaveProperty('ignoreDifferences');
  });

  it('G-175: synced and healthy is reported of the commit that was compared', () => {
    expect(view(synced)).toEqual({ commit: COMMIT, sync: 'Synced', health: 'Healthy' });
  });

  it.each([
    ['nothing was compared yet', {}],
    ['the comparison failed', { ...synced, sync: { ...synced.sync, status: 'Unknown' } }],
    [
      'another source was compared',
      { ...synced, sync: { ...synced.sync, comparedTo: { source: { ...place, path: 'x' } } } },
    ],
    ['the health is unknown', { ...synced, health: { status: 'Unknown' } }],
    ['the health is missing', { ...synced, health: {} }],
    [
      'one of several owners is degraded, and it is not known whose object',
      {
        ...synced,
        health: { status: 'Degraded' },
        resourceHealthSource: 'appTree',
        resources: [resource('web', 'Synced'), resource('other', 'Synced')],
      },
    ],
  ])('G-175: it is unknown when %s', (_, status) => {
    expect(view(status)).toEqual({ unknown: expect.any(String) });
  });

  it('G-175: the words of a failed comparison are passed on', () => {
    const conditions = [{ type: 'ComparisonError', message: 'repository not accessible' }];
    expect(view({ conditions, sync: { status: 'Unknown' } })).toEqual({ unknown: 'repository not accessible' });
  });

  it('G-175: where each object is judged, only the own ones count', () => {
    const status = (mine: string): object => ({
      ...synced,
      sync: { ...synced.sync, status: 'OutOfSync' },
      health: { status: 'Degraded' },
      resources: [resource('web', 'Synced', mine), resource('other', 'OutOfSync', 'Degraded')],
    });
    expect(view(status('Healthy'))).toMatchObject({ sync: 'Synced', health: 'Healthy' });
    expect(view(status('Degraded'))).toMatchObject({ sync: 'Synced', health: 'Degraded' });
    expect(view(status('Unknown'))).toEqual({ unknown: expect.any(String) });
  });

  it('G-175: a sync that failed is out of sync with its message, one that runs is in progress', () => {
    const at = (phase: string): object => ({
      ...synced,
      sync: { ...synced.sync, status: 'OutOfSync' },
      operationState: { phase, message: 'because' },
    });
    expect(view(at('Failed'))).toMatchObject({ sync: 'OutOfSync', message: 'because' });
    expect(view(at('Running'))).toMatchObject({ sync: 'Progressing', message: 'because' });
  });
});

describe('Flux', () => {
  const flux = engineOf({ kind: 'flux', secretName: 'git-read' });
  const ready = (status: string, reason = 'x', message = 'words'): object => ({
    type: 'Ready',
    status,
    reason,
    message,
  });
  const repository = { metadata: {}, status: { conditions: [ready('True')] } } as UntypedObject;
  const view = (status: object, of: UntypedObject | undefined = repository): ReturnType<Engine['view']> =>
    flux.view([of, { metadata: { generation: 2 }, status: { observedGeneration: 2, ...status } }], source, [web]);
  const revision = `main@sha1:${COMMIT}`;

  it('G-174: a GitRepository and a Kustomization point at the branch, and leave replicas to the scaler', () => {
    const metadata = {
      name: 'slipway',
      namespace: 'flux-system',
      labels: { 'app.kubernetes.io/managed-by': 'slipway' },
    };
    expect(flux.objects(source).map(({ object }) => object)).toEqual([
      {
        apiVersion: 'source.toolkit.fluxcd.io/v1',
        kind: 'GitRepository',
        metadata,
        spec: { interval: '1m', url: source.url, ref: { branch: 'main' }, secretRef: { name: 'git-read' } },
      },
      {
        apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
        kind: 'Kustomization',
        metadata,
        spec: {
          interval: '10m',
          retryInterval: '1m',
          timeout: '5m',
          path: './clusters/prod/',
          prune: true,
          wait: true,
          sourceRef: { kind: 'GitRepository', name: 'slipway' },
          ignore: [
            {
              paths: ['/spec/replicas'],
              target: { group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'web' },
            },
          ],
        },
      },
    ]);
    expect(() => flux.objects({ ...source, url: '/srv/r.git' })).toThrow(
      expect.objectContaining({ code: 'TARGET_CONFIG' }),
    );
  });

  it('G-175: Ready is reported of the revision that was applied', () => {
    expect(view({ conditions: [ready('True')], lastAppliedRevision: revision })).toMatchObject({
      commit: COMMIT,
      sync: 'Synced',
      health: 'Healthy',
    });
  });

  it.each([
    ['Flux has not looked', {}],
    [
      'Flux has looked at an older one',
      { observedGeneration: 1, conditions: [ready('True')], lastAppliedRevision: revision },
    ],
    ['no revision is named', { conditions: [ready('True')] }],
    ['objects of others fail', { conditions: [ready('False', 'HealthCheckFailed')], lastAttemptedRevision: revision }],
  ])('G-175: it is unknown when %s', (_, status) => {
    expect(view(status)).toEqual({ unknown: expect.any(String) });
  });

  it('G-175: a failed health check of an own object is degraded, a failed apply out of sync', () => {
    const failed = ready('False', 'HealthCheckFailed', "failed: [Deployment/shop/web status: 'Failed']");
    expect(view({ conditions: [failed], lastAttemptedRevision: revision })).toMatchObject({
      sync: 'Synced',
      health: 'Degraded',
    });
    const inventory = { entries: [{ id: 'shop_web_apps_Deployment', v: 'v1' }] };
    const unnamed = ready('False', 'HealthCheckFailed');
    expect(view({ conditions: [unnamed], lastAttemptedRevision: revision, inventory })).toMatchObject({
      health: 'Degraded',
    });
    expect(view({ conditions: [ready('False', 'BuildFailed')], lastAttemptedRevision: revision })).toMatchObject({
      sync: 'OutOfSync',
      message: 'words',
    });
  });

  it('G-175: a source that cannot be fetched is named as what it waits for', () => {
    const broken = {
      metadata: {},
      status: { conditions: [ready('False', 'x', 'authentication required')] },
    } as UntypedObject;
    const seen = view({ conditions: [ready('True')], lastAppliedRevision: revision }, broken);
    expect(seen).toMatchObject({ commit: COMMIT, message: expect.stringContaining('authentication required') });
  });
});

describe('an engine held against a commit', () => {
  const view = { commit: COMMIT, sync: 'Synced', health: 'Healthy' } as const;

  it('G-175: an engine that is synced to a commit without the change has not deployed it', () => {
    const wanted = 'b'.repeat(40);
    expect(judge('Argo CD', wanted, view, 'reached')).toEqual({ revision: wanted, sync: 'Synced', health: 'Healthy' });
    expect(judge('Argo CD', wanted, view, 'behind')).toMatchObject({
      sync: 'Progressing',
      message: expect.stringContaining(COMMIT),
    });
    expect(judge('Argo CD', wanted, view, 'elsewhere')).toMatchObject({
      sync: 'OutOfSync',
      message: expect.stringContaining(COMMIT),
    });
  });
});
