import { describe, expect, test } from 'vitest';
import { targetConfig } from './index.ts';

describe('the target of an environment', () => {
  test('G-170: is kubernetes where nothing is configured', () => {
    expect(targetConfig({})).toEqual({ kind: 'kubernetes' });
    expect(targetConfig({ DEPLOYMENT_TARGET: '' }, { manager: 'example.dev/shop' })).toEqual({
      kind: 'kubernetes',
      manager: 'example.dev/shop',
    });
  });

  test('G-170, G-172: is helm with its mode, folder and binary', () => {
    const env = { DEPLOYMENT_TARGET: 'helm', HELM_MODE: 'write', HELM_CHART_DIR: 'charts', HELM_CONCURRENCY: '3' };
    expect(targetConfig(env)).toEqual({
      kind: 'helm',
      mode: 'write',
      chartFolder: 'charts',
      helmOptions: { concurrency: 3 },
    });
  });

  test('G-170, G-173: is gitops with its repository', () => {
    const env = { DEPLOYMENT_TARGET: 'gitops', GIT_URL: 'https://host.dev/r.git' };
    const config = { kind: 'gitops', url: env.GIT_URL, push: true, engine: { kind: 'none' } };
    expect(targetConfig(env)).toEqual(config);
    expect(() => targetConfig({ DEPLOYMENT_TARGET: 'gitops' })).toThrow(
      expect.objectContaining({ code: 'TARGET_CONFIG' }),
    );
  });

  test.each([
    { DEPLOYMENT_TARGET: 'docker' },
    { DEPLOYMENT_TARGET: 'helm', HELM_MODE: 'maybe' },
    { DEPLOYMENT_TARGET: 'helm', HELM_CONCURRENCY: '0' },
  ])('G-170: of $DEPLOYMENT_TARGET with what nobody knows is refused, with the list', (env) => {
    expect(() => targetConfig(env)).toThrow(expect.objectContaining({ code: 'TARGET_CONFIG' }));
  });
});
