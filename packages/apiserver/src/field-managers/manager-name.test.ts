import { expect, test } from 'vitest';
import { managerName } from './index.ts';

test('K-62: the manager is the parameter, else the user agent up to its first slash', () => {
  expect(managerName('me', 'kubectl/v1.36 (linux/amd64)')).toBe('me');
  expect(managerName(null, 'kubectl/v1.36 (linux/amd64)')).toBe('kubectl');
  expect(managerName('', 'node-fetch')).toBe('node-fetch');
  expect(managerName(null, 'a\u0001b\tc')).toBe('abc');
  expect(managerName(null, '')).toBe('unknown');
  expect(managerName(null, 'ä'.repeat(100))).toBe('ä'.repeat(64));
});
