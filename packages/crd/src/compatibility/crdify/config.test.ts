import { describe, expect, test } from 'vitest';
import { stated, widgetWith } from '../../../test/widget.ts';
import { compareCrds, parseCrdifyConfig } from '../index.ts';

const text = { type: 'string' };

describe('configuration of crdify', () => {
  test('CRD-13: a file is read as it is, and unknown keys are ignored', () => {
    const crdify = parseCrdifyConfig({
      unhandledEnforcement: 'Warn',
      conversion: '',
      extra: 1,
      validations: [{ name: 'enum', enforcement: 'Error', configuration: { additionPolicy: 'Allow', more: 1 } }],
    });
    const compare = (old: object, now: object) =>
      stated(
        compareCrds(widgetWith({ a: { ...text, ...old } }), widgetWith({ a: { ...text, ...now } }), {
          mode: 'crdify',
          crdify,
        }),
      );
    expect(compare({ enum: ['a'] }, { enum: ['a', 'b'] })).toEqual([]);
    expect(compare({}, { format: 'uuid' })).toEqual(['unhandled REVIEW ^.spec.a']);
  });

  test.each([
    [{ validations: [{ name: 'enums', enforcement: 'Error' }] }, /validations\[0\]\.name/],
    [{ validations: [{ name: 'enum' }] }, /enforcement/],
    [{ validations: [{ name: 'enum', enforcement: 'Fatal' }] }, /Fatal/],
    [{ validations: [{ name: 'enum', enforcement: 'Error', configuration: { additionPolicy: 'Maybe' } }] }, /Maybe/],
    [{ conversion: 'Webhook' }, /conversion/],
    [{ unhandledEnforcement: 'Loud' }, /unhandledEnforcement/],
  ])('CRD-13: %j is refused by name', (config, message) => {
    expect(() => parseCrdifyConfig(config)).toThrowError(message);
  });
});
