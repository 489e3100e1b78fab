import { describe, expect, it } from 'vitest';
import { ttlSeconds } from './ttl.ts';

describe('the time to live of what a node has read', () => {
  it.each([
    [1, 0],
    [100, 0],
    [101, 15],
    [500, 15],
    [1000, 30],
    [2000, 60],
    [5000, 300],
  ])('L-20: with %d nodes it is %d s', (nodes, seconds) => expect(ttlSeconds(nodes)).toBe(seconds));
});
