import { isDeepStrictEqual } from 'node:util';
import type { PatchOperation } from '@gati-framework/contracts/deployment';

type Node = Record<string, unknown>;

/** The value with all operations done, or an error and nothing. As much of RFC 6902 as this operator sends. */
export function patched(value: object, operations: readonly PatchOperation[]): object {
  const copy = structuredClone(value) as Node;
  for (const operation of operations) {
    const { parent, key } = locate(copy, operation.path);
    if (operation.op === 'test') {
      // As servers do: what is absent passes a test for null.
      if (!isDeepStrictEqual(parent[key] ?? null, operation.value ?? null))
        throw new Error(`${operation.path} is not as expected`);
    } else if (operation.op === 'add') {
      if (!Array.isArray(parent)) parent[key] = operation.value;
      else parent.splice(key === '-' ? parent.length : Number(key), 0, operation.value);
    } else {
      if (!Object.hasOwn(parent, key)) throw new Error(`${operation.path} does not exist`);
      if (operation.op === 'replace') parent[key] = operation.value;
      else if (operation.op !== 'remove') throw new Error(`operation ${operation.op} is not known here`);
      else if (Array.isArray(parent)) parent.splice(Number(key), 1);
      else delete parent[key];
    }
  }
  return copy;
}

function locate(root: Node, path: string): { parent: Node; key: string } {
  const steps = path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const key = steps.pop() ?? '';
  let parent = root;
  for (const part of steps) {
    const next = parent[part];
    if (typeof next !== 'object' || next === null) throw new Error(`${path} has no place`);
    parent = next as Node;
  }
  return { parent, key };
}
