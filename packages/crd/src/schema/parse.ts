import { Buffer } from 'node:buffer';
import { CrdError } from '../errors.ts';
import type { Crd } from './crd.ts';
import { decodeCrd, Misfit, printPath } from './decode.ts';
import { isJsonObject, type JsonValue, parseJson } from './json.ts';
import { readYaml, type YamlDocument } from './yaml.ts';

/** The API server takes no request above 3 MiB; a bundle of many CRDs may well be larger. */
const MAX_TEXT_BYTES = 32 * 1024 * 1024;

/**
 * Reads one CustomResourceDefinition from YAML, JSON or an object.
 *
 * Errors: a CrdError that names file, line and path, when the text is no YAML (`CRD_SYNTAX`), too
 * large (`CRD_TOO_LARGE`), holds not exactly one CRD of apiextensions.k8s.io/v1 (`CRD_NOT_A_CRD`)
 * or a field has the wrong JSON type (`CRD_MALFORMED`). Whether the API server would accept the CRD is
 * another question: `structuralProblems`.
 */
export function parseCrd(input: string | object, source?: string): Crd {
  const crds = parseCrds(input, source);
  const [first, second] = crds;
  if (first === undefined) throw new CrdError('CRD_NOT_A_CRD', 'holds no CustomResourceDefinition', { source });
  if (second !== undefined) {
    const text = `holds ${crds.length} CustomResourceDefinitions; read them with parseCrds`;
    throw new CrdError('CRD_NOT_A_CRD', text, { source });
  }
  return first;
}

/**
 * Reads every CustomResourceDefinition of a text, in order; empty documents are left out, and a `List`
 * counts as its items. A document of another kind is an error, unless `others` is `'skip'`.
 */
export function parseCrds(
  input: string | object,
  source?: string,
  { others = 'refuse' }: { readonly others?: 'refuse' | 'skip' } = {},
): Crd[] {
  try {
    const documents = typeof input === 'string' ? readText(input, source) : [plainDocument(input as JsonValue)];
    return documents.flatMap((document) => crdsOf(document, source, others));
  } catch (error) {
    if (error instanceof RangeError) {
      throw new CrdError('CRD_TOO_LARGE', 'is nested too deeply to be read', { source, cause: error });
    }
    throw error;
  }
}

type Document = Pick<YamlDocument, 'value'> & Partial<Pick<YamlDocument, 'lineOf'>>;

function plainDocument(value: JsonValue): Document {
  return { value };
}

function readText(text: string, source: string | undefined): Document[] {
  // A text of n characters has at least n bytes, so only the long ones are measured.
  if (text.length > MAX_TEXT_BYTES / 4 && Buffer.byteLength(text) > MAX_TEXT_BYTES) {
    const limit = `${MAX_TEXT_BYTES / 1024 / 1024} MiB`;
    throw new CrdError('CRD_TOO_LARGE', `is larger than ${limit}; split it into one file per CRD`, { source });
  }
  if (/^\s*\{/.test(text)) {
    try {
      // Only a fault asks for lines, and then the text is read again.
      return [{ value: parseJson(text), lineOf: (path) => readYaml(text, source)[0]?.lineOf(path) ?? 1 }];
    } catch (error) {
      // A flow mapping of YAML begins like JSON does; the YAML reader also knows the line of a fault.
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return readYaml(text, source);
}

function crdsOf({ value, lineOf }: Document, source: string | undefined, others: 'refuse' | 'skip'): Crd[] {
  const at = (path: readonly (string | number)[]) => ({ source, line: lineOf?.(path), path: printPath(path) });
  if (!isJsonObject(value)) {
    if (others === 'skip') return [];
    throw new CrdError('CRD_NOT_A_CRD', 'is no Kubernetes object', at([]));
  }
  const { apiVersion, kind, items } = value;
  if (typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items)) {
    return items.flatMap((item, index) =>
      crdsOf({ value: item, ...(lineOf && { lineOf: (path) => lineOf(['items', index, ...path]) }) }, source, others),
    );
  }
  if (kind !== 'CustomResourceDefinition') {
    if (others === 'skip') return [];
    const found = typeof kind === 'string' ? `a ${kind}` : 'an object without kind';
    throw new CrdError('CRD_NOT_A_CRD', `is ${found}, not a CustomResourceDefinition`, at(['kind']));
  }
  if (apiVersion !== 'apiextensions.k8s.io/v1') {
    const found = typeof apiVersion === 'string' ? apiVersion : 'no apiVersion';
    const text = `is ${found}; Kubernetes serves only apiextensions.k8s.io/v1 since 1.22: convert the CRD`;
    throw new CrdError('CRD_NOT_A_CRD', text, at(['apiVersion']));
  }
  try {
    return [decodeCrd(value, source)];
  } catch (error) {
    if (error instanceof Misfit) throw new CrdError('CRD_MALFORMED', error.message, at(error.path));
    throw error;
  }
}
