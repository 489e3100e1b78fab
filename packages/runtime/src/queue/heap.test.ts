import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Heap } from './heap.ts';

describe('the heap', () => {
  it('R-63: gives back what was put in, smallest first, however puts and takes interleave', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer())), (steps) => {
        const heap = new Heap<number>((a, b) => a < b);
        const model: number[] = [];
        for (const step of steps) {
          if (step === null) {
            expect(heap.pop()).toBe(model.shift());
          } else {
            heap.push(step);
            model.push(step);
            model.sort((a, b) => a - b);
          }
          expect([heap.size, heap.peek()]).toEqual([model.length, model[0]]);
        }
      }),
    );
  });

  it('R-63: a put and a take cost a number of comparisons that grows with the logarithm of the size', () => {
    let comparisons = 0;
    const heap = new Heap<number>((a, b) => {
      comparisons++;
      return a < b;
    });
    const size = 100_000;
    // The worst order for puts: each new one is the smallest.
    for (let i = size; i > 0; i--) heap.push(i);
    expect(comparisons).toBeLessThanOrEqual(size * Math.log2(size));
    comparisons = 0;
    while (heap.size > 0) heap.pop();
    expect(comparisons).toBeLessThanOrEqual(2 * size * Math.log2(size));
  });
});
