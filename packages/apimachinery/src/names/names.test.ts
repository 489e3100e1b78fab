import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bytesOfAnnotations,
  dns1035Faults,
  dns1123LabelFaults,
  dns1123SubdomainFaults,
  isAnnotationKey,
  isDnsLabel,
  isDnsSubdomain,
  isLabelKey,
  isLabelValue,
  labelValueFaults,
  pathSegmentFaults,
  qualifiedNameFaults,
} from './index.ts';

const LABEL_RULE =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const SUBDOMAIN_RULE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const KEY_RULE =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'Z', '0', '-', '_', '.', '/', '%', ' '), maxLength: 6 }),
  fc.string({ unit: fc.constantFrom('a', '0', '-', '.'), minLength: 60, maxLength: 66 }),
);

// Each line as k8s.io/apimachinery's validation package writes it.
describe('names', () => {
  it.each([
    ['web-1', []],
    ['a.b', ['must not contain dots']],
    ['Web', [LABEL_RULE]],
    ['', [LABEL_RULE]],
    ['a'.repeat(64), ['must be no more than 63 characters']],
  ])('L-9: the label "%s" is judged as a server does', (name, faults) => {
    expect(dns1123LabelFaults(name)).toEqual(faults);
  });

  it.each([
    ['web-1.example', []],
    ['a..b', [SUBDOMAIN_RULE]],
    ['a'.repeat(254), ['must be no more than 253 characters']],
  ])('L-9: the subdomain "%s" is judged as a server does', (name, faults) => {
    expect(dns1123SubdomainFaults(name)).toEqual(faults);
  });

  it.each([
    ['app', []],
    ['example.com/App_1', []],
    ['/app', ['prefix part must be non-empty']],
    ['example.com/', ['name part must be non-empty', `name part ${KEY_RULE}`]],
    ['Example/app', [`prefix part ${SUBDOMAIN_RULE}`]],
    [`${'a'.repeat(254)}/b`, ['prefix part must be no more than 253 bytes']],
    ['a b', [`name part ${KEY_RULE}`]],
    ['a'.repeat(64), ['name part must be no more than 63 bytes']],
    [
      'a/b/c',
      [`a valid label key ${KEY_RULE} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`],
    ],
  ])('L-9: the key "%s" is judged as a server does', (key, faults) => {
    expect(qualifiedNameFaults(key)).toEqual(faults);
  });

  it('L-9: a label may begin with a digit, a DNS-1035 label may not', () => {
    expect(dns1123LabelFaults('1a')).toEqual([]);
    expect(dns1035Faults('1a')[0]).toMatch(/^a DNS-1035 label must consist of/);
    expect(dns1035Faults('a1')).toEqual([]);
  });

  it('L-9: values of labels are counted in bytes and may be empty', () => {
    expect(labelValueFaults('')).toEqual([]);
    expect(labelValueFaults('é'.repeat(32))[0]).toBe('must be no more than 63 bytes');
  });

  it('L-9: a name is one segment of a path; a prefix of one may be dots', () => {
    expect(pathSegmentFaults('..')).toEqual(["may not be '..'"]);
    expect(pathSegmentFaults('..', true)).toEqual([]);
    expect(pathSegmentFaults('a/b%')).toEqual(["may not contain '/'", "may not contain '%'"]);
  });

  it('L-9: the questions agree with the faults', () => {
    fc.assert(
      fc.property(text, (name) => {
        expect(isDnsLabel(name)).toBe(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(name));
        expect(isLabelValue(name)).toBe(/^(?:[a-z0-9](?:[\w.-]{0,61}[a-z0-9])?)?$/i.test(name));
        expect(isDnsSubdomain(name)).toBe(
          name !== '' && name.split('.').every((part) => /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(part)),
        );
        expect(isAnnotationKey(name)).toBe(isLabelKey(name.toLowerCase()));
      }),
      { numRuns: 500 },
    );
  });

  it('L-9: annotations are measured with their keys', () => {
    expect(bytesOfAnnotations({ a: 'é', bc: '' })).toBe(5);
  });
});
