import { expect, it } from 'vitest';
import { setCondition } from './index.ts';

it('R-115: a type or reason that the server would refuse is an error of the caller', () => {
  const ready = { type: 'Ready', status: 'True', reason: 'AllGood', message: '' } as const;
  expect(setCondition([], ready, new Date(0))).toMatchObject([ready]);
  expect(() => setCondition([], { ...ready, reason: 'has space' }, new Date(0))).toThrow(
    expect.objectContaining({ code: 'STATUS_INVALID' }),
  );
});
