import { describe, expect, it } from 'vitest';
import { waiting } from './index.ts';

describe('waiting', () => {
  it('R-119: the condition names what is waited for, until when and who can act, and stays equal meanwhile', () => {
    const wait = {
      for: 'Deployment web to be available',
      until: new Date('2026-01-01T00:10:00Z'),
      owner: 'the scheduler',
    };
    const first = waiting(wait, 3, new Date('2026-01-01T00:00:00Z'));
    expect(first.condition).toEqual({
      type: 'Ready',
      status: 'False',
      reason: 'Waiting',
      message: 'Waiting for Deployment web to be available until 2026-01-01T00:10:00Z; the scheduler can act.',
      observedGeneration: 3,
    });
    expect(first.requeueAfterMs).toBe(600_000);
    const later = waiting(wait, 3, new Date('2026-01-01T00:09:00Z'));
    expect(later.condition).toEqual(first.condition);
    expect(later.requeueAfterMs).toBe(60_000);
    expect(waiting(wait, 3, new Date('2026-01-01T01:00:00Z')).requeueAfterMs).toBe(0);
  });
});
