/**
 * Does something `count` times, in batches of 1, 2, 4 and so on, and stops after a batch in which one
 * failed: a thousand pods over quota are refused once, not a thousand times. Returns the first failure.
 */
export async function slowStart(count: number, one: (index: number) => Promise<void>): Promise<unknown> {
  for (let done = 0, size = 1; done < count; done += size, size *= 2) {
    const batch = Math.min(size, count - done);
    const ends = await Promise.allSettled(Array.from({ length: batch }, (_, index) => one(done + index)));
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) return failed.reason;
  }
  return undefined;
}
