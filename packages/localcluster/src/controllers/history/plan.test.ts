import { expect, test } from 'vitest';
import { planRevisions } from './plan.ts';

test('L-20: a revision keeps its template in the order of its keys, as clients compare it byte by byte', () => {
  const template = {
    spec: { containers: [{ name: 'c', image: 'x', args: ['b', 'a'] }] },
    metadata: { labels: { b: '1', a: '2' } },
  };
  const { data } = planRevisions(template, [], undefined);
  expect(JSON.stringify(data)).toBe(
    '{"spec":{"template":{"$patch":"replace","metadata":{"labels":{"a":"2","b":"1"}},"spec":{"containers":[{"args":["b","a"],"image":"x","name":"c"}]}}}}',
  );
});
