import { celRules } from '../cel/index.ts';
import { CrdError } from '../errors.ts';
import {
  type Crd,
  type CrdVersion,
  compileSchema,
  itemsOf,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  printProblem,
  stringifyJson,
} from '../schema/index.ts';
import { exampleOf } from './example.ts';
import { printYaml } from './manifest-text.ts';

/**
 * Reference documentation of a CRD in Markdown: every field of every served version, its rules, and an
 * example. `exampleFor` gives the example of a version; where it gives none, one is made up from the schema
 * and shown only if the server would accept it.
 *
 * Errors: `CRD_NOT_STRUCTURAL` for a given example that the server would refuse.
 */
export function printReference(
  crd: Crd,
  exampleFor: (version: string) => JsonObject | undefined = () => undefined,
): string {
  const { names, group, scope } = crd.spec;
  const facts = [
    ['Group', `\`${group}\``],
    ['Resource', `\`${names.plural}\``],
    ['Short names', list(names.shortNames)],
    ['Categories', list(names.categories)],
    ['Scope', scope],
  ].filter(([, value]) => value !== '');
  const versions = crd.spec.versions.filter(({ served }) => served);
  return [
    `# ${names.kind}`,
    table(['', ''], facts),
    ...versions.flatMap((version) => versionPage(crd, version, exampleFor(version.name))),
  ]
    .join('\n\n')
    .concat('\n');
}

function versionPage(crd: Crd, version: CrdVersion, given: JsonObject | undefined): string[] {
  const schema = version.schema?.openAPIV3Schema ?? {};
  const { spec, status } = schema.properties ?? {};
  const example = exampleText(crd, version.name, given);
  return [
    `## ${crd.spec.group}/${version.name}`,
    ...(version.deprecated === true ? [`**Deprecated.** ${version.deprecationWarning ?? ''}`.trim()] : []),
    ...(schema.description === undefined ? [] : [schema.description]),
    ...(example === undefined ? [] : [`\`\`\`yaml\n${example}\`\`\``]),
    ...rulesOf(schema),
    ...(spec === undefined ? [] : section('spec', spec)),
    ...(status === undefined ? [] : section('status', status)),
    ...columnsOf(version),
  ];
}

function exampleText(crd: Crd, version: string, given: JsonObject | undefined): string | undefined {
  const head = { apiVersion: `${crd.spec.group}/${version}`, kind: crd.spec.names.kind ?? '' };
  const object: JsonObject = given === undefined ? exampleOf(crd, version) : { ...head, ...given };
  const { problems, unknownFields } = compileSchema(crd, version, { rules: celRules }).admit(object);
  if (problems.length === 0 && unknownFields.length === 0) return printYaml(object);
  if (given === undefined) return undefined;
  const faults = [...problems.map(printProblem), ...unknownFields.map((path) => `${path}: unknown field`)];
  const text = `the example would be refused: ${faults.join('; ')}`;
  throw new CrdError('CRD_NOT_STRUCTURAL', text, {
    source: `${crd.spec.names.plural}.${crd.spec.group}`,
    path: version,
  });
}

function section(name: string, schema: JsonSchema): string[] {
  const rows = fieldRows(name, schema);
  return [
    `### ${name}`,
    ...(schema.description === undefined ? [] : [schema.description]),
    ...rulesOf(schema),
    ...(rows.length === 0 ? [] : [table(['Field', 'Type', 'Default', 'Description'], rows)]),
  ];
}

/** A row for each field, in the order of the schema; below a list `[]`, below a map `.*`. */
function fieldRows(path: string, schema: JsonSchema): string[][] {
  const items = itemsOf(schema);
  if (items !== undefined) return fieldRows(`${path}[]`, items);
  const { properties = {}, additionalProperties, required = [] } = schema;
  if (typeof additionalProperties === 'object') return fieldRows(`${path}.*`, additionalProperties);
  return Object.entries(properties).flatMap(([name, field]) => {
    const at = `${path}.${name}`;
    const isRequired = required.includes(name) && field.default === undefined;
    return [
      [
        `\`${at}\`${isRequired ? ' **required**' : ''}`,
        typeName(field),
        field.default === undefined ? '' : code(field.default),
        describe(field),
      ],
      ...fieldRows(at, field),
    ];
  });
}

function typeName(schema: JsonSchema): string {
  const { type, format, enum: allowed, nullable, additionalProperties } = schema;
  const items = itemsOf(schema);
  const name = (): string => {
    if (schema['x-kubernetes-int-or-string'] === true) return 'integer or string';
    if (schema['x-kubernetes-embedded-resource'] === true) return 'object of any kind';
    if (allowed !== undefined) return allowed.map(code).join(', ');
    if (items !== undefined) return `list of ${typeName(items)}`;
    if (typeof additionalProperties === 'object') return `map of ${typeName(additionalProperties)}`;
    if (schema['x-kubernetes-preserve-unknown-fields'] === true) return type === undefined ? 'anything' : 'any fields';
    return format === undefined ? (type ?? 'anything') : `${type} (${format})`;
  };
  return nullable === true ? `${name()} or null` : name();
}

/** Description, limits and rules in one cell. */
function describe(schema: JsonSchema): string {
  const rules = schema['x-kubernetes-validations'] ?? [];
  return [
    schema.description ?? '',
    limitsOf(schema),
    ...rules.map(({ rule, message }) =>
      message === undefined ? `Rule: \`${rule}\`.` : `Rule: ${message} (\`${rule}\`).`,
    ),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

const COUNTS = [
  ['minLength', 'at least', 'character'],
  ['maxLength', 'at most', 'character'],
  ['minItems', 'at least', 'item'],
  ['maxItems', 'at most', 'item'],
  ['minProperties', 'at least', 'key'],
  ['maxProperties', 'at most', 'key'],
] as const;

function limitsOf(schema: JsonSchema): string {
  const { minimum, maximum, multipleOf } = schema;
  const limits = multipleOf === undefined ? [] : [`a multiple of ${multipleOf}`];
  for (const [keyword, words, noun] of COUNTS) {
    const count = schema[keyword];
    if (count !== undefined) limits.push(`${words} ${count} ${noun}${count === 1 ? '' : 's'}`);
  }
  if (minimum !== undefined) limits.push(`${schema.exclusiveMinimum === true ? 'above' : 'at least'} ${minimum}`);
  if (maximum !== undefined) limits.push(`${schema.exclusiveMaximum === true ? 'below' : 'at most'} ${maximum}`);
  if (schema.pattern !== undefined) limits.push(`matches \`${schema.pattern}\``);
  const listType = schema['x-kubernetes-list-type'];
  if (listType === 'map') limits.push(`one item for each ${schema['x-kubernetes-list-map-keys']?.join(', ')}`);
  if (listType === 'set') limits.push('no item twice');
  const text = limits.join('; ');
  return text === '' ? '' : `${text[0]?.toUpperCase()}${text.slice(1)}.`;
}

function rulesOf(schema: JsonSchema): string[] {
  const rules = schema['x-kubernetes-validations'] ?? [];
  if (rules.length === 0) return [];
  return [rules.map(({ rule, message }) => `- ${message ?? 'Rule'}: \`${rule}\``).join('\n')];
}

function columnsOf({ additionalPrinterColumns = [], selectableFields = [] }: CrdVersion): string[] {
  const columns = additionalPrinterColumns.map(({ name, jsonPath, description }) => [
    name ?? '',
    `\`${jsonPath}\``,
    description ?? '',
  ]);
  return [
    ...(columns.length === 0 ? [] : ['### Columns', table(['Column', 'Path', 'Description'], columns)]),
    ...(selectableFields.length === 0
      ? []
      : [`Field selectors: ${selectableFields.map(({ jsonPath }) => `\`${jsonPath}\``).join(', ')}.`]),
  ];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');
}

function code(value: JsonValue): string {
  return `\`${typeof value === 'string' ? value : stringifyJson(value)}\``;
}

function list(names: readonly string[] | undefined): string {
  return (names ?? []).map((name) => `\`${name}\``).join(', ');
}
