import { canonicalJson } from '@slipway/apimachinery/json';
import { type Crd, printFieldPath, type UnknownField } from '../../schema/index.ts';
import type { Draft } from '../finding.ts';
import type { CrdRule } from './crd-names.ts';

/** A field that the API does not have: a keyword of a schema, or one of the CRD itself. */
interface Located {
  readonly version: string;
  readonly path: readonly string[];
  readonly keyword: string;
  /** `keyword x-acme`, or `field spec.acme of the CRD`. */
  readonly what: string;
  readonly field: UnknownField;
}

/** V35: a keyword that nobody knows is not compatible; one that goes away was never in force. */
export const unknownKeywords: CrdRule = ({ old, new: now }) => {
  const [before, after] = [locate(old), locate(now)];
  const come = [...after].flatMap(([key, { version, path, keyword, what, field }]): Draft[] => {
    const known = before.get(key);
    if (known !== undefined && canonicalJson(known.field.value) === canonicalJson(field.value)) return [];
    const message = `unknown ${what}`;
    return [
      {
        rule: 'V35',
        verdict: 'BREAK',
        hurts: 'W',
        version,
        path,
        keyword,
        old: known?.field.value,
        new: field.value,
        message,
      },
    ];
  });
  const gone = [...before].flatMap(([key, { version, path, keyword, what }]): Draft[] =>
    after.has(key)
      ? []
      : [{ rule: 'V35', verdict: 'INFO', version, path, keyword, message: `unknown ${what} removed` }],
  );
  return [...come, ...gone];
};

function locate(crd: Crd): Map<string, Located> {
  const located = crd.unknownFields.map((field): Located => {
    const [spec, versions, index, schema, root, ...rest] = field.path;
    const isOfVersion = spec === 'spec' && versions === 'versions' && typeof index === 'number';
    const version = isOfVersion ? (crd.spec.versions[index]?.name ?? '') : '';
    if (!isOfVersion || schema !== 'schema' || root !== 'openAPIV3Schema' || rest.length === 0) {
      // As the server prints it: a path of fields of the custom objects would look the same.
      const keyword = printFieldPath(field.path);
      return { version, path: [], keyword, what: `field ${keyword} of the CRD`, field };
    }
    const keyword = String(field.path.at(-1));
    return { version, path: schemaPath(rest.slice(0, -1)), keyword, what: `keyword ${keyword}`, field };
  });
  return new Map(located.map((one) => [JSON.stringify([one.version, one.path, one.keyword]), one]));
}

/** Path of fields from the path of keywords: `properties`, `spec`, `allOf`, 0 → `spec`, `allOf[0]`. */
function schemaPath(keywords: readonly (string | number)[]): string[] {
  const path: string[] = [];
  for (let at = 0; at < keywords.length; at++) {
    const [keyword, next] = [keywords[at], keywords[at + 1]];
    if (keyword === 'properties') path.push(String(keywords[++at]));
    else if (typeof next === 'number') path.push(`${keyword}[${keywords[++at]}]`);
    else path.push(String(keyword));
  }
  return path;
}
