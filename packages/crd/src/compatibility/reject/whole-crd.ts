import { Buffer } from 'node:buffer';
import type { Crd, CrdConversion, CrdVersion } from '../../schema/index.ts';
import type { RuleId } from '../catalogue.ts';
import { annotationOf, nameOf } from '../crd-pair.ts';
import { isApproval, isProtectedGroup } from '../rules/index.ts';

/** One reason why the server answers 4xx. */
export interface Refusal {
  readonly rule: RuleId;
  /** As the server prints it, `spec.versions[0].name`. */
  readonly field: string;
  readonly message: string;
  readonly version?: string;
  readonly path?: readonly string[];
  /** Given where the server skips the check on update while the old CRD fails one of the same name. */
  readonly skip?: string;
}

/** What a check depends on beside the CRD. */
export interface Circumstances {
  /** What the CRD replaces; null on create. */
  readonly old: Crd | null;
  /** Minor release of the server. */
  readonly minor: number;
}

type Check = (crd: Crd, circumstances: Circumstances) => readonly Refusal[];

function refuse(rule: RuleId, field: string, message: string, skip?: string): Refusal {
  return skip === undefined ? { rule, field, message } : { rule, field, message, skip };
}

/** The refusals whose condition holds. */
function where(...cases: readonly (readonly [boolean, () => Refusal])[]): Refusal[] {
  return cases.filter(([holds]) => holds).map(([, make]) => make());
}

const LABEL = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const NOT_A_LABEL =
  'a DNS-1035 label must consist of lower case alphanumeric characters or ‘-’, start with a letter and end with a letter or digit';

function isLabel(text: string): boolean {
  return text.length <= 63 && LABEL.test(text);
}

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

const CHECKS_BUNDLE_SINCE = 31;

/** Certificates as PEM, in base64. Whether each can be parsed only the server knows. */
function isBundle(text: string): boolean {
  return Buffer.from(text, 'base64').toString('latin1').includes('-----BEGIN CERTIFICATE-----');
}

const conversion: Check = ({ spec }, { old, minor }) => {
  const given: CrdConversion | undefined = spec.conversion;
  if (given === undefined) return [];
  const at = 'spec.conversion';
  const { strategy, webhook } = given;
  if (strategy === undefined || strategy === '') return [refuse('J16', `${at}.strategy`, 'Required value')];
  if (strategy === 'None') {
    return where([
      webhook !== undefined,
      () => refuse('J16', `${at}.webhook`, 'Forbidden: should not be set when strategy is not set to Webhook'),
    ]);
  }
  if (strategy !== 'Webhook') return [refuse('J16', `${at}.strategy`, `Unsupported value: "${strategy}"`)];
  const { url, service, caBundle } = webhook?.clientConfig ?? {};
  const reviews = webhook?.conversionReviewVersions ?? [];
  return where(
    [
      spec.preserveUnknownFields === true,
      () => refuse('J16', `${at}.strategy`, 'must be None if spec.preserveUnknownFields is true'),
    ],
    [
      (url === undefined) === (service === undefined),
      () => refuse('J16', `${at}.webhook.clientConfig`, 'exactly one of url or service is required'),
    ],
    [
      url !== undefined && !/^https:\/\/[^/]/.test(url),
      () => refuse('J16', `${at}.webhook.clientConfig.url`, "'https' is the only allowed URL scheme"),
    ],
    [
      new Set(reviews).size < reviews.length,
      () => refuse('J16', `${at}.webhook.conversionReviewVersions`, 'duplicate version'),
    ],
    [
      old !== null && minor >= CHECKS_BUNDLE_SINCE && caBundle !== undefined && !isBundle(caBundle),
      () => refuse('J16', `${at}.webhook.clientConfig.caBundle`, 'unable to load root certificates', 'ca-bundle'),
    ],
    [
      !reviews.some((version) => version === 'v1' || version === 'v1beta1'),
      () =>
        refuse(
          'J16',
          `${at}.webhook.conversionReviewVersions`,
          'must include at least one of v1, v1beta1',
          'review-versions',
        ),
    ],
  );
};

const MOST_SELECTABLE = 8;
const SKIPS_SELECTABLE_SINCE = 35;

const selectable: Check = ({ spec }, { old, minor }) =>
  spec.versions.flatMap((version, index) => {
    const at = `spec.versions[${index}].selectableFields`;
    const paths = (version.selectableFields ?? []).map(({ jsonPath = '' }) => jsonPath);
    const before = old?.spec.versions.find(({ name }) => name === version.name)?.selectableFields ?? [];
    const isUnchanged =
      before.length === paths.length && before.every(({ jsonPath }, step) => jsonPath === paths[step]);
    const skip = isUnchanged && minor >= SKIPS_SELECTABLE_SINCE ? 'selectable' : undefined;
    return [
      ...where(
        [paths.length > MOST_SELECTABLE, () => refuse('J17', at, `must have at most ${MOST_SELECTABLE} items`, skip)],
        [new Set(paths).size < paths.length, () => refuse('J17', at, 'Duplicate value')],
      ),
      ...paths.flatMap((path, step) => {
        const problem = selectableProblem(version, path);
        return problem === undefined ? [] : [refuse('J17', `${at}[${step}].jsonPath`, problem)];
      }),
    ];
  });

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

const checks: readonly Check[] = [versions, conversion, selectable, scale, names, columns, deprecation, unknownFields];

/** What is wrong with a CRD beside its schemas. */
export function wholeCrdRefusals(crd: Crd, circumstances: Circumstances): Refusal[] {
  return checks.flatMap((check) => check(crd, circumstances));
}
