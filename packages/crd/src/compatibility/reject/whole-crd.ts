import { canonicalJson } from '@slipway/apimachinery/json';
import { dns1035Faults } from '@slipway/apimachinery/names';
import { admitMetadata, type Crd, type CrdVersion, type JsonValue } from '../../schema/index.ts';
import { annotationOf, nameOf } from '../crd-pair.ts';
import { isApproval, isProtectedGroup } from '../rules/index.ts';
import { conversion } from './conversion.ts';
import { type Check, type Circumstances, type Refusal, refuse, where } from './refusal.ts';

const isLabel = (text: string): boolean => dns1035Faults(text).length === 0;
const NOT_A_LABEL =
  'a DNS-1035 label must consist of lower case alphanumeric characters or ‘-’, start with a letter and end with a letter or digit';

const versions: Check = ({ spec }) => {
  const names = spec.versions.map(({ name }) => name);
  const storage = spec.versions.filter((version) => version.storage).length;
  return [
    ...where(
      [storage !== 1, () => refuse('J15', 'spec.versions', 'must have exactly one version marked as storage version')],
      [new Set(names).size < names.length, () => refuse('J15', 'spec.versions', 'must contain unique version names')],
    ),
    ...names.flatMap((name, at) =>
      where([!isLabel(name), () => refuse('J15', `spec.versions[${at}].name`, NOT_A_LABEL)]),
    ),
  ];
};

const MOST_SELECTABLE = 8;
const SKIPS_SELECTABLE_SINCE = 35;

/**
 * Servers lift what all versions have in common out of them, and look for the schema beside the fields:
 * versions with one schema and several lists are refused, and so are those with one list and several schemas.
 */
function commonsOf({ spec }: Crd): { readonly schemas: boolean; readonly paths: boolean } {
  const areSame = (of: (version: CrdVersion) => unknown): boolean =>
    new Set(spec.versions.map((version) => canonicalJson((of(version) ?? []) as JsonValue))).size === 1;
  return {
    schemas: areSame(({ schema }) => schema),
    paths: areSame(({ selectableFields }) => selectableFields),
  };
}

const selectable: Check = ({ spec, ...crd }, { old, minor }) => {
  if (!spec.versions.some(({ selectableFields = [] }) => selectableFields.length > 0)) return [];
  const hasSame = commonsOf({ spec, ...crd });
  return spec.versions.flatMap((version, index) => {
    const at = `spec.versions[${index}].selectableFields`;
    const paths = (version.selectableFields ?? []).map(({ jsonPath = '' }) => jsonPath);
    const before = old?.spec.versions.find(({ name }) => name === version.name)?.selectableFields ?? [];
    const isUnchanged =
      before.length === paths.length && before.every(({ jsonPath }, step) => jsonPath === paths[step]);
    const skip = isUnchanged && minor >= SKIPS_SELECTABLE_SINCE ? 'selectable' : undefined;
    return [
      ...where(
        [
          paths.length > 0 && hasSame.schemas !== hasSame.paths,
          () =>
            refuse(
              'J17',
              at,
              'may only be equal in all versions where their schemas are, and different where these are',
            ),
        ],
        [paths.length > MOST_SELECTABLE, () => refuse('J17', at, `must have at most ${MOST_SELECTABLE} items`, skip)],
        [new Set(paths).size < paths.length, () => refuse('J17', at, 'Duplicate value')],
      ),
      ...paths.flatMap((path, step) => {
        const problem = selectableProblem(version, path);
        return problem === undefined ? [] : [refuse('J17', `${at}[${step}].jsonPath`, problem)];
      }),
    ];
  });
};

function selectableProblem(version: CrdVersion, path: string): string | undefined {
  if (path === '' || !path.startsWith('.')) return 'is an invalid path: it has to start with "."';
  if (path.includes('[')) return 'is an invalid path: array notation is not supported';
  const [first, ...rest] = path.slice(1).split('.');
  if (first === 'metadata') return 'must not point to fields in metadata';
  let schema = version.schema?.openAPIV3Schema;
  for (const segment of [first ?? '', ...rest]) schema = schema?.properties?.[segment];
  if (schema === undefined) return 'is an invalid path: does not refer to a valid field';
  return ['string', 'boolean', 'integer'].includes(schema.type ?? '')
    ? undefined
    : 'must point to a field of type string, boolean or integer';
}

const scale: Check = ({ spec }) =>
  spec.versions.flatMap((version, index) => {
    const given = version.subresources?.scale;
    if (given === undefined) return [];
    const at = `spec.versions[${index}].subresources.scale`;
    const { specReplicasPath = '', statusReplicasPath = '', labelSelectorPath = '' } = given;
    return where(
      [
        !specReplicasPath.startsWith('.spec.'),
        () => refuse('J17', `${at}.specReplicasPath`, 'should be a json path under .spec'),
      ],
      [
        !statusReplicasPath.startsWith('.status.'),
        () => refuse('J17', `${at}.statusReplicasPath`, 'should be a json path under .status'),
      ],
      [
        labelSelectorPath !== '' && !/^\.(?:spec|status)\./.test(labelSelectorPath),
        () => refuse('J17', `${at}.labelSelectorPath`, 'should be a json path under either .spec or .status'),
      ],
    );
  });

const names: Check = (crd, { old }) => {
  const { group, names: given, scope } = crd.spec;
  const { plural = '', kind = '', singular = '', listKind = '', shortNames = [], categories = [] } = given;
  const label = (field: string, text: string): Refusal[] =>
    where([text !== '' && !isLabel(text.toLowerCase()), () => refuse('J18', `spec.names.${field}`, NOT_A_LABEL)]);
  const lower = (field: string, text: string): Refusal[] =>
    where([text !== '' && !isLabel(text), () => refuse('J18', `spec.names.${field}`, NOT_A_LABEL)]);
  return [
    ...where(
      [plural === '', () => refuse('J18', 'spec.names.plural', 'Required value')],
      [kind === '', () => refuse('J18', 'spec.names.kind', 'Required value')],
      [
        kind !== '' && kind === listKind,
        () => refuse('J18', 'spec.names.listKind', 'kind and listKind may not be the same'),
      ],
      [scope === '', () => refuse('J18', 'spec.scope', 'Required value')],
      [
        scope !== '' && scope !== 'Namespaced' && scope !== 'Cluster',
        () => refuse('J18', 'spec.scope', `Unsupported value: "${scope}"`),
      ],
      [!group.includes('.'), () => refuse('J18', 'spec.group', 'should be a domain with at least one dot')],
      [
        nameOf(crd) !== `${plural}.${group}`,
        () => refuse('J18', 'metadata.name', 'must be spec.names.plural+"."+spec.group'),
      ],
      [
        old === null && isUnapproved(crd),
        () =>
          refuse(
            'J18',
            'metadata.annotations[api-approved.kubernetes.io]',
            'protected groups must have approval annotation',
          ),
      ],
    ),
    ...lower('plural', plural),
    ...lower('singular', singular),
    ...label('kind', kind),
    ...label('listKind', listKind),
    ...shortNames.flatMap((name, at) => lower(`shortNames[${at}]`, name)),
    ...categories.flatMap((name, at) => lower(`categories[${at}]`, name)),
  ];
};

/** Labels, annotations and the like, as of any object; the name has its own rule. */
const metadata: Check = (crd) => {
  const { problems, undecodable } = admitMetadata({ metadata: crd.metadata });
  return (undecodable === undefined ? problems : [undecodable])
    .filter(({ field }) => field !== 'metadata.name')
    .map(({ field, message }) => refuse('J18', field, message));
};

function isUnapproved(crd: Crd): boolean {
  return isProtectedGroup(crd.spec.group) && !isApproval(annotationOf(crd, 'api-approved.kubernetes.io') ?? '');
}

const COLUMN_TYPES = ['integer', 'number', 'string', 'boolean', 'date'];
const COLUMN_FORMATS = ['int32', 'int64', 'float', 'double', 'byte', 'date', 'date-time', 'password'];
const LONGEST_WARNING_BYTES = 256;

const columns: Check = ({ spec }) =>
  spec.versions.flatMap((version, index) =>
    (version.additionalPrinterColumns ?? []).flatMap(({ name = '', type = '', format = '', jsonPath = '' }, step) => {
      const at = `spec.versions[${index}].additionalPrinterColumns[${step}]`;
      return where(
        [name === '', () => refuse('J19', `${at}.name`, 'Required value')],
        [!COLUMN_TYPES.includes(type), () => refuse('J19', `${at}.type`, `must be one of ${COLUMN_TYPES.join(',')}`)],
        [
          format !== '' && !COLUMN_FORMATS.includes(format),
          () => refuse('J19', `${at}.format`, `must be one of ${COLUMN_FORMATS.join(',')}`),
        ],
        [!jsonPath.startsWith('.'), () => refuse('J19', `${at}.jsonPath`, 'must be a json path that starts with "."')],
      );
    }),
  );

const deprecation: Check = ({ spec }) =>
  spec.versions.flatMap(({ deprecated, deprecationWarning }, index) => {
    const at = `spec.versions[${index}].deprecationWarning`;
    if (deprecationWarning === undefined) return [];
    return where(
      [deprecated !== true, () => refuse('J19', at, 'can only be set for deprecated versions')],
      [deprecationWarning === '', () => refuse('J19', at, 'Required value: must not be empty')],
      [
        new TextEncoder().encode(deprecationWarning).length > LONGEST_WARNING_BYTES,
        () => refuse('J19', at, `must be <= ${LONGEST_WARNING_BYTES} bytes`),
      ],
      [
        /[\p{C}\p{Zl}\p{Zp}]/u.test(deprecationWarning),
        () => refuse('J19', at, 'must only contain printable UTF-8 characters'),
      ],
    );
  });

const unknownFields: Check = ({ spec }, { old }) =>
  where([
    old === null && spec.preserveUnknownFields === true,
    () =>
      refuse(
        'J19',
        'spec.preserveUnknownFields',
        'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
      ),
  ]);

const checks: readonly Check[] = [
  versions,
  conversion,
  selectable,
  scale,
  names,
  metadata,
  columns,
  deprecation,
  unknownFields,
];

/** What is wrong with a CRD beside its schemas. */
export function wholeCrdRefusals(crd: Crd, circumstances: Circumstances): Refusal[] {
  return checks.flatMap((check) => check(crd, circumstances));
}
