/** The items in random order (Fisher–Yates): the one that always ran last would get the warmest machine. */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const chosen = Math.floor(random() * (last + 1));
    [order[last], order[chosen]] = [order[chosen] as T, order[last] as T];
  }
  return order;
}
