import { describe, expect, test } from 'vitest';
import { selectableFields, unknownFieldMessage } from '../kinds/index.ts';
import { parseFieldSelector, parseLabelSelector } from './index.ts';

describe('selectors of a request', () => {
  const fields = (text: string, resource = 'pods') =>
    parseFieldSelector(text, selectableFields(resource), unknownFieldMessage(resource, false));

  test('L-4: what is no selector is a 400', () => {
    const refused = [
      () => parseLabelSelector('a in b'),
      () => fields('data', 'configmaps'),
      () => fields('spec.foo=1'),
    ];
    for (const parse of refused) expect(parse).toThrow(expect.objectContaining({ code: 400 }));
    expect(refused[2]).toThrow('field label not supported: spec.foo');
    expect(parseLabelSelector('a=b')?.({ a: 'b' })).toBe(true);
  });

  test('K-55: values that are absent count as empty, or as what the kind says', () => {
    const pod = { metadata: { name: 'p' }, spec: {}, status: { podIPs: [{ ip: '1.1.1.1' }] } };
    expect(fields('spec.nodeName=')?.matches(pod)).toBe(true);
    expect(fields('spec.hostNetwork=false')?.matches(pod)).toBe(true);
    expect(fields('spec.hostNetwork!=true,status.podIPs=1.1.1.1')?.matches(pod)).toBe(true);
    expect(fields('metadata.name=p')).toMatchObject({ name: 'p' });
  });
});
