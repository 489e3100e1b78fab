import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RUNS } from '../../test/runs.ts';
import { readCapabilityMap } from './capability-map.ts';
import { grantsOf } from './grants.ts';
import { CAPABILITIES, EXPANSIONS } from './known.ts';

const port = 50051;
const grantedFor = (...capabilities: string[]) => grantsOf({ port, capabilities }).granted;

describe('capabilities', () => {
  test.each([
    ['network', ['network:egress', 'network:ingress']],
    ['network:egress', ['network:egress']],
    ['network.egress', ['network:egress']],
    ['DATABASE.READ', ['database:read']],
    ['Storage', ['filesystem:read', 'filesystem:write']],
  ])('G-125: %s is read as %o', (written, granted) => {
    expect(grantedFor(written)).toEqual(granted);
  });

  test('G-125: spelling, order and repetition do not matter', () => {
    const named = fc
      .tuple(fc.constantFrom(...CAPABILITIES, ...Object.keys(EXPANSIONS)), fc.boolean(), fc.boolean())
      .map(([name, isLoud, isDotted]) => {
        const dotted = isDotted ? name.replace(':', '.') : name;
        return { name, written: isLoud ? ` ${dotted.toUpperCase()} ` : dotted };
      });
    fc.assert(
      fc.property(fc.array(named), (all) => {
        const plain = grantedFor(...all.map(({ name }) => name));
        expect(grantedFor(...all.map(({ written }) => written).toReversed())).toEqual(plain);
        expect(plain).toEqual([...new Set(plain)].toSorted());
      }),
      RUNS,
    );
  });

  test('G-126: an unknown capability is named, with the known ones, and grants nothing by itself', () => {
    const { problems, granted } = grantsOf({ port, capabilities: ['payment:process', 'network:egress'] });
    expect(granted).toEqual(['network:egress']);
    expect(problems).toMatchObject([{ reason: 'UnknownCapability' }]);
    expect(problems[0]?.message).toContain('"payment:process"');
    for (const known of [...CAPABILITIES, 'network', 'storage']) expect(problems[0]?.message).toContain(known);
  });

  test('G-126: names that an object has by birth are unknown too', () => {
    expect(grantsOf({ port, capabilities: ['constructor', '__proto__'] }).problems).toHaveLength(2);
  });

  test('G-126: an own name stands for the known ones that it is mapped to', () => {
    const { map } = readCapabilityMap({ 'Payment.Process': ['NETWORK', 'network:egress'] });
    const grants = grantsOf({ port, capabilities: ['payment:process'] }, { ...(map && { own: map }) });
    expect(grants.granted).toEqual(['network:egress', 'network:ingress']);
    expect(grants.problems).toEqual([]);
  });

  test.each([
    [[], 'must be a map'],
    ['text', 'must be a map'],
    [{ 'payment:process': 'network' }, 'must have a list'],
    [{ 'payment:process': [] }, 'must have a list'],
    [{ 'payment:process': ['teleport'] }, 'leads to teleport'],
    [{ network: ['network:egress'] }, 'is a known capability'],
    [{ pay: ['network'], PAY: ['network'] }, 'is there twice'],
    [{ pay: ['refund'], refund: ['network'] }, 'leads to refund'],
  ])('G-126: the map %o is refused: it %s', (content, problem) => {
    expect(readCapabilityMap(content).problems?.join('; ')).toContain(problem);
  });

  test.each([
    ['filesystem:read', 'storage.claimName'],
    ['secrets:read', 'secrets'],
  ])('G-126: %s without its settings says what it needs: %s', (capability, setting) => {
    const { problems } = grantsOf({ port, capabilities: [capability] });
    expect(problems).toMatchObject([{ reason: 'CapabilityNeedsConfig', message: expect.stringContaining(setting) }]);
  });
});

describe('what a capability adds to the pod', () => {
  test('G-127: storage is a writable folder, of its own or of a claim', () => {
    const own = grantsOf({ port, capabilities: ['storage'] });
    expect(own.volumes).toEqual([{ name: 'gati-storage', emptyDir: { sizeLimit: '1Gi' } }]);
    expect(own.mounts).toEqual([{ name: 'gati-storage', mountPath: '/data' }]);
    const storage = { claimName: 'files', mountPath: '/var/files', sizeLimit: '5Gi' };
    const claimed = grantsOf({ port, capabilities: ['filesystem:write'], storage });
    expect(claimed.volumes).toEqual([{ name: 'gati-storage', persistentVolumeClaim: { claimName: 'files' } }]);
    expect(claimed.mounts).toEqual([{ name: 'gati-storage', mountPath: '/var/files' }]);
  });

  test('G-127: filesystem:read alone mounts the claim read-only', () => {
    const { volumes, mounts } = grantsOf({ port, capabilities: ['filesystem:read'], storage: { claimName: 'files' } });
    expect(volumes).toEqual([{ name: 'gati-storage', persistentVolumeClaim: { claimName: 'files', readOnly: true } }]);
    expect(mounts).toEqual([{ name: 'gati-storage', mountPath: '/data', readOnly: true }]);
  });

  test('G-127: secrets are mounted read-only, each in a folder of its name, in one order', () => {
    const grants = (...secrets: string[]) => grantsOf({ port, capabilities: ['secrets:read'], secrets });
    expect(grants('tls.web', 'api')).toEqual(grants('api', 'tls.web', 'api'));
    expect(grants('tls.web', 'api').mounts).toEqual([
      { name: 'gati-secret-api', mountPath: '/etc/gati/secrets/api', readOnly: true },
      { name: expect.stringMatching(/^gati-secret-tls-web-/), mountPath: '/etc/gati/secrets/tls.web', readOnly: true },
    ]);
  });

  test('G-127: settings without their capability add nothing', () => {
    const { volumes, mounts, env } = grantsOf({ port, storage: { claimName: 'files' }, secrets: ['api'] });
    expect({ volumes, mounts, env }).toEqual({ volumes: [], mounts: [], env: {} });
  });

  test('G-127: the runtime gets to know what was granted and which hosts were meant', () => {
    const grants = grantsOf({
      port,
      capabilities: ['cache.read', 'network:egress'],
      network: { allowedHosts: ['api.example.com', 'db.example.com'] },
    });
    expect(grants.env).toEqual({
      GATI_CAPABILITIES: 'cache:read,network:egress',
      GATI_ALLOWED_HOSTS: 'api.example.com,db.example.com',
    });
    expect(grants.hostsNotEnforced).toEqual(['api.example.com', 'db.example.com']);
  });
});
