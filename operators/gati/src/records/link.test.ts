import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadHandler, ReadVersion } from '../cluster/index.ts';
import { LABELS } from '../names/index.ts';
import { linkOf } from './index.ts';

const handler = (name: string, version = 'v1.0.0', namespace = 'shop'): ReadHandler => ({
  metadata: { name, namespace },
  spec: { handlerPath: '/', version, replicas: 1, image: 'app', port: 80 },
});
const version = (
  name: string,
  more: Partial<ReadVersion['spec']> = {},
  labels: Record<string, string> = {},
): ReadVersion => ({
  metadata: { name, namespace: 'shop', labels },
  spec: { versionId: 'v1.0.0', breaking: false, routingWeight: 100, ...more },
});
const deployment = (name: string, of?: string, namespace = 'shop') => ({
  metadata: { name, namespace, labels: of === undefined ? {} : { [LABELS.handler]: of } },
});

const handlers = [
  handler('orders'),
  handler('users'),
  handler('users-admin', 'v2'),
  handler('elsewhere', 'v1', 'other'),
];
const deployments = [
  deployment('labelled', 'orders'),
  deployment('orphan', 'gone'),
  deployment('plain'),
  deployment('far', 'orders', 'other'),
];

type Outcome = string | null;
/** What each way of saying it leads to; null: it says nothing. */
const REFERENCES: readonly (readonly [string | undefined, Outcome])[] = [
  [undefined, null],
  ['orders', 'Linked orders'],
  ['gone', 'HandlerNotFound'],
  ['elsewhere', 'HandlerNotFound'],
];
const DEPLOYMENTS: readonly (readonly [string | undefined, Outcome])[] = [
  [undefined, null],
  ['labelled', 'Linked orders'],
  ['orphan', 'HandlerNotFound'],
  ['handler-users', 'Linked users'],
  ['plain', 'NoHandlerReference'],
  ['far', 'NoHandlerReference'],
  ['nowhere', 'NoHandlerReference'],
];
const NAMES: readonly (readonly [string, Outcome])[] = [
  ['users-v1', 'LinkedByName users'],
  ['users-v1-0-0', 'LinkedByName users'],
  ['users-v1-1', 'NoHandlerReference'],
  ['users', 'NoHandlerReference'],
  ['v1', 'NoHandlerReference'],
];

describe('links of versions', () => {
  it('G-33: of reference, label and Deployment the first that is there decides; only then the name', () => {
    for (const [reference, byReference] of REFERENCES) {
      for (const [label, byLabel] of REFERENCES) {
        for (const [deploymentName, byDeployment] of DEPLOYMENTS) {
          for (const [name, byName] of NAMES) {
            const spec = {
              ...(reference !== undefined && { handlerRef: { name: reference } }),
              ...(deploymentName !== undefined && { deploymentName }),
            };
            const one = version(name, spec, label === undefined ? {} : { [LABELS.handler]: label });
            const link = linkOf(one, handlers, deployments);
            const reported = link.handler === null ? link.reason : `${link.reason} ${link.handler}`;
            expect(reported, JSON.stringify(one)).toBe(byReference ?? byLabel ?? byDeployment ?? byName);
          }
        }
      }
    }
  });

  it('G-33: the longest name of a handler wins, whatever the order of handlers', () => {
    const all = [handler('users'), handler('users-v1'), handler('users-v1-0'), handler('orders')];
    const one = version('users-v1-0', { versionId: 'v1.0.0' });
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (order) => {
        expect(linkOf(one, order, [])).toEqual({ handler: 'users', reason: 'LinkedByName' });
        expect(linkOf(version('users-v1-0-0', { versionId: '0.1' }), order, [])).toMatchObject({
          handler: 'users-v1-0',
        });
      }),
      { numRuns: 1000 },
    );
  });

  it('G-33: any link leads to a handler of the same namespace or says why not', () => {
    const words = fc.constantFrom('a', 'a-b', 'a-v1', 'b', 'b-v1-0');
    const option = fc.option(words, { nil: undefined });
    fc.assert(
      fc.property(fc.uniqueArray(words), words, option, option, option, (names, name, reference, label, deploy) => {
        const spec = {
          ...(reference !== undefined && { handlerRef: { name: reference } }),
          ...(deploy !== undefined && { deploymentName: deploy }),
        };
        const one = version(name, spec, label === undefined ? {} : { [LABELS.handler]: label });
        const link = linkOf(
          one,
          names.map((each) => handler(each)),
          [deployment('a', label)],
        );
        if (link.handler === null) expect(link.message).not.toBe('');
        else expect(names).toContain(link.handler);
      }),
      { numRuns: 1000 },
    );
  });

  it("G-34: a version without a handler reports whose version it could be, and resolves when it's there", () => {
    const alone = version('lonely');
    expect(linkOf(alone, [], [])).toEqual({
      handler: null,
      reason: 'NoHandlerReference',
      message: 'It names no GatiHandler: set spec.handlerRef.name.',
    });
    expect(linkOf(alone, handlers, [])).toMatchObject({
      message:
        'It names no GatiHandler: set spec.handlerRef.name. Handlers that ask for version v1.0.0: orders, users.',
    });
    const sample = version('user-handler-v1');
    expect(linkOf(sample, [], [])).toMatchObject({ reason: 'NoHandlerReference' });
    expect(linkOf(sample, [handler('user-handler')], [])).toEqual({ handler: 'user-handler', reason: 'LinkedByName' });
    expect(linkOf(version('lonely', { handlerRef: { name: 'gone' } }), handlers, [])).toMatchObject({
      reason: 'HandlerNotFound',
      message:
        'spec.handlerRef names the GatiHandler "gone", which does not exist here. Handlers that ask for version v1.0.0: orders, users.',
    });
  });
});
