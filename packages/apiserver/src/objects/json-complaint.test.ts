import { describe, expect, test } from 'vitest';
import { jsonComplaint } from './json-complaint.ts';

describe('the message for a text that is no JSON', () => {
  test.each([
    ['', 'unexpected end of JSON input'],
    ['{"a":1', 'unexpected end of JSON input'],
    ['{a:1}', "invalid character 'a' looking for beginning of object key string"],
    ['{"a" 1}', "invalid character '1' after object key"],
    ['{"a":1 "b"}', "invalid character '\"' after object key:value pair"],
    ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
    ['[1 2]', "invalid character '2' after array element"],
    ['[1,]', "invalid character ']' looking for beginning of value"],
    ['{} x', "invalid character 'x' after top-level value"],
    ["{'a':1}", "invalid character '\\'' looking for beginning of object key string"],
    ['"a\nb"', "invalid character '\\n' in string literal"],
    ['"\\x"', "invalid character 'x' in string escape code"],
    ['"\\u12g4"', "invalid character 'g' in \\u hexadecimal character escape"],
    ['-', "invalid character ' ' in numeric literal"],
    ['nul', "invalid character ' ' in literal null (expecting 'l')"],
    ['"a', 'unexpected end of JSON input'],
    ['01', "invalid character '1' after top-level value"],
    ['1.x', "invalid character 'x' after decimal point in numeric literal"],
    ['1e+x', "invalid character 'x' in exponent of numeric literal"],
    ['trux', "invalid character 'x' in literal true (expecting 'e')"],
    ['é', "invalid character 'Ã' looking for beginning of value"],
    ['\u0000', "invalid character '\\x00' looking for beginning of value"],
  ])('K-89: %j: %s', (text, complaint) => expect(jsonComplaint(Buffer.from(text))).toBe(complaint));
});
