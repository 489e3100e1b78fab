import { describe, expect, it } from 'vitest';
import { READ } from '../../../test/support/read.ts';
import type { PodObject } from '../pods/index.ts';
import { type Contents, usageOf } from './usage.ts';

const pod = (cpu: string, rest: object = {}): PodObject => ({
  metadata: READ,
  spec: {
    containers: [{ name: 'c', resources: { requests: { cpu, memory: '512Mi' }, limits: { cpu: '1' } } }],
    ...rest,
  },
});
const contents = (rest: Partial<Contents>): Contents => ({
  pods: [],
  services: [],
  claims: [],
  counts: new Map(),
  ...rest,
});
const used = (hard: Record<string, string>, of: Partial<Contents>, scopes?: string[]) =>
  usageOf({ metadata: READ, spec: { hard, ...(scopes && { scopes }) } }, contents(of));

describe('what a quota counts', () => {
  it('L-20: adds up what pods request and may use, but not those that have ended', () => {
    const pods = [pod('250m'), pod('1'), { ...pod('8'), status: { phase: 'Succeeded' } }];
    expect(
      used({ pods: '9', 'requests.cpu': '9', cpu: '9', 'limits.cpu': '9', 'requests.memory': '9Gi' }, { pods }),
    ).toEqual({
      pods: '2',
      'requests.cpu': '1250m',
      cpu: '1250m',
      'limits.cpu': '2',
      'requests.memory': '1Gi',
    });
  });

  it('L-20: an init container counts where it needs more than what runs after it', () => {
    const initContainers = [{ name: 'i', resources: { requests: { cpu: '3' } } }];
    expect(used({ 'requests.cpu': '9' }, { pods: [pod('1', { initContainers })] })).toEqual({ 'requests.cpu': '3' });
  });

  it('L-20: counts only the pods of its scopes, and objects by their number', () => {
    const pods = [pod('1'), pod('1', { activeDeadlineSeconds: 5 })];
    expect(used({ pods: '9' }, { pods }, ['Terminating'])).toEqual({ pods: '1' });
    const counts = new Map([['deployments.apps', 3]]);
    expect(used({ 'count/deployments.apps': '5' }, { counts })).toEqual({ 'count/deployments.apps': '3' });
  });

  it('L-20: knows Services by what they cost', () => {
    const services = [
      { metadata: READ, spec: { type: 'LoadBalancer', ports: [{ port: 1, nodePort: 30000 }] } },
      { metadata: READ, spec: {} },
    ];
    expect(used({ services: '9', 'services.loadbalancers': '9', 'services.nodeports': '9' }, { services })).toEqual({
      services: '2',
      'services.loadbalancers': '1',
      'services.nodeports': '1',
    });
  });
});
