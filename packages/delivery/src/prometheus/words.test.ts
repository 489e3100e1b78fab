import { expect, test } from 'vitest';
import { compileConditions } from './conditions.ts';

test.each([
  [0.5111111111111111, 'result >= 0.95', undefined, 'ratio', '51 %, at least 95 % asked'],
  [0.9496, 'result >= 0.95', undefined, 'ratio', '94.96 %, at least 95 % asked'],
  [0.9996, 'result >= 0.95', undefined, 'ratio', '99.96 %, at least 95 % asked'],
  [1, 'result >= 0.95', undefined, 'ratio', '100 %, at least 95 % asked'],
  [0.99, undefined, 'result < 0.9', 'ratio', '99 %, at least 90 % asked'],
  [0.123456789, 'result < 0.5', undefined, 'seconds', '0.123 s, less than 0.5 s asked'],
  [12.345678, 'result > 10', undefined, 'per-second', '12.3 per second, more than 10 per second asked'],
  [0.5111111111111111, 'result <= 0.01', undefined, undefined, '0.511, at most 0.01 asked'],
  [1234567.8, 'result == 0', undefined, undefined, '1230000, exactly 0 asked'],
  [0.5, 'result < 0.1 || result > 0.9', undefined, undefined, '0.5, asked is result < 0.1 || result > 0.9'],
] as const)('G-83: %d is written with what is asked: %s %s', (value, success, failure, unit, words) => {
  const conditions = compileConditions({
    ...(success !== undefined && { successCondition: success }),
    ...(failure !== undefined && { failureCondition: failure }),
    ...(unit !== undefined && { unit }),
  });
  expect(conditions.judge(value, undefined).message).toBe(words);
});

test('G-83: a comparison tells both sides rounded', () => {
  const conditions = compileConditions({ successCondition: 'result >= baseline - 0.001', unit: 'ratio' });
  expect(conditions.judge(0.9931, 0.9954).message).toBe('99 %, before 99.5 %, asked is result >= baseline - 0.001');
});
