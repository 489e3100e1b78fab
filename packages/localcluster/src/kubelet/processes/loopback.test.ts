import { describe, expect, it } from 'vitest';
import { hasWholeLoopback, LoopbackAddresses } from './loopback.ts';

describe.runIf(await hasWholeLoopback())('addresses of process pods', () => {
  it('L-23: two clusters of one machine never share a network, even by the same chance', async () => {
    const networkOf = (address: string): string => address.split('.')[1] ?? '';
    const one = await LoopbackAddresses.claim(() => 0.5);
    const two = await LoopbackAddresses.claim(() => 0.5);
    expect(networkOf(two.take())).not.toBe(networkOf(one.take()));
    await Promise.all([one.release(), two.release()]);
  });

  it('L-23: no address is given out twice', async () => {
    const addresses = await LoopbackAddresses.claim(Math.random);
    const taken = Array.from({ length: 1000 }, () => addresses.take());
    expect(new Set(taken).size).toBe(1000);
    await addresses.release();
  });
});
