import { expect, test } from 'vitest';
import { Endings } from './endings.ts';

function noted(): { ends: Endings; seen: string[] } {
  const ends = new Endings();
  const seen: string[] = [];
  ends.add(() => seen.push('first'));
  ends.add(async () => {
    seen.push('second');
    throw new Error('second cannot end');
  });
  ends.add(() => seen.push('third'));
  return { ends, seen };
}

test('what was begun last ends first, and one that fails keeps none from running', async () => {
  const { ends, seen } = noted();
  await expect(ends.run()).rejects.toThrow('second cannot end');
  expect(seen).toEqual(['third', 'second', 'first']);
  await expect(ends.run()).rejects.toThrow('second cannot end');
  expect(seen).toHaveLength(3);
});

test('a start that failed reports its own error', async () => {
  const { ends, seen } = noted();
  await expect(ends.rollBack(new Error('the start'))).rejects.toThrow('the start');
  expect(seen).toHaveLength(3);
});
