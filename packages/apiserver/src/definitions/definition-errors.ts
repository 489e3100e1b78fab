import { dns1035Faults, dns1123SubdomainFaults } from '@slipway/apimachinery/names';
import { engine } from '../custom/index.ts';
import { fieldAt, isJsonObject, type JsonObject, type KubeObject, textAt } from '../objects/index.ts';
import { type FieldError, invalidValue, requiredValue, unsupportedValue } from '../status/index.ts';
import { approvalErrors } from './approval.ts';
import { isTrue } from './conditions.ts';
import { conversionErrors, isBundle } from './conversion-errors.ts';
import { internalSpec, versionsOf } from './definition.ts';
import { selectableFieldErrors } from './selectable-field-errors.ts';
import { shownVersions } from './shown-versions.ts';
import { columnErrors, deprecationErrors, subresourceErrors } from './version-errors.ts';

const MANY_STORAGE = 'must have exactly one version marked as storage version';

/** What is wrong with a definition, in a server's words and order; `old` is what it replaces. */
export function definitionErrors(definition: KubeObject, old?: KubeObject): FieldError[] {
  const { versions, shared } = internalSpec(definition);
  const schemas = schemaErrors(definition);
  const text = (...path: string[]): string => textAt(definition, 'spec', ...path);
  return [
    ...nameErrors(definition, old),
    ...groupErrors(text('group')),
    ...scopeErrors(text('scope')),
    ...(shared.validation === undefined ? missingSchemas(versions) : []),
    ...versions.flatMap((version, index) => versionErrors(version, index, schemas)),
    ...versionListErrors(versions, fieldAt(definition, ['spec', 'versions']) !== null),
    ...namesErrors(fieldAt(definition, ['spec', 'names']), 'spec.names', true),
    ...schemas.filter(({ field }) => field.startsWith('spec.validation')),
    ...subresourceErrors(shared.subresources, 'spec.subresources'),
    ...columnErrors(shared.additionalPrinterColumns, 'spec.additionalPrinterColumns'),
    ...selectableFieldErrors(
      shared.selectableFields,
      fieldAt(shared.validation, ['openAPIV3Schema']),
      'spec.selectableFields',
    ),
    ...conversionErrors(fieldAt(definition, ['spec', 'conversion']), checksBundle(old)),
    ...(old ? changeErrors(definition, old) : []),
    ...namesErrors(fieldAt(definition, ['status', 'acceptedNames']), 'status.acceptedNames', false),
    ...storedVersionErrors(definition),
    ...approvalErrors(definition, text('group'), old),
    ...preservingErrors(definition, old),
  ];
}

function nameErrors(definition: KubeObject, old: KubeObject | undefined): FieldError[] {
  const name = definition.metadata.name ?? '';
  const wanted = `${textAt(definition, 'spec', 'names', 'plural')}.${textAt(definition, 'spec', 'group')}`;
  if (old || name === wanted) return [];
  return [invalidValue('metadata.name', name, 'must be spec.names.plural+"."+spec.group')];
}

function groupErrors(group: string): FieldError[] {
  if (group === '') return [requiredValue('spec.group')];
  const faults = dns1123SubdomainFaults(group);
  if (faults.length > 0) return [invalidValue('spec.group', group, faults.join(','))];
  return group.includes('.') ? [] : [invalidValue('spec.group', group, 'should be a domain with at least one dot')];
}

function scopeErrors(scope: string): FieldError[] {
  if (scope === '') return [requiredValue('spec.scope')];
  if (scope === 'Namespaced' || scope === 'Cluster') return [];
  return [unsupportedValue('spec.scope', scope, ['Cluster', 'Namespaced'])];
}

/** What the engine says of the schemas; that one is missing is reported elsewhere. */
function schemaErrors(definition: KubeObject): FieldError[] {
  const { parseCrd, structuralProblems, celRules } = engine();
  const crd = parseCrd({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', ...definition });
  return structuralProblems(crd, { rules: celRules }).filter(
    ({ field, message }) => message !== 'Required value' || !field.endsWith('.schema.openAPIV3Schema'),
  );
}

function missingSchemas(versions: readonly JsonObject[]): FieldError[] {
  return versions.flatMap((version, index) => {
    const isThere = isJsonObject(fieldAt(version, ['schema', 'openAPIV3Schema']));
    return isThere ? [] : [requiredValue(`spec.versions[${index}].schema.openAPIV3Schema`)];
  });
}

function versionErrors(version: JsonObject, index: number, schemas: readonly FieldError[]): FieldError[] {
  const at = `spec.versions[${index}]`;
  const name = textAt(version, 'name');
  const faults = dns1035Faults(name);
  return [
    ...(faults.length > 0 ? [invalidValue(`${at}.name`, name, faults.join(','))] : []),
    ...deprecationErrors(version, at),
    ...schemas.filter(({ field }) => field.startsWith(`${at}.`)),
    ...subresourceErrors(version['subresources'], `${at}.subresources`),
    ...columnErrors(version['additionalPrinterColumns'], `${at}.additionalPrinterColumns`),
    ...ownSelectableErrors(version, at),
  ];
}

/** Where the schema is that of all versions, the fields of a single one have none to stand on. */
function ownSelectableErrors(version: JsonObject, at: string): FieldError[] {
  const { selectableFields } = version;
  const schema = fieldAt(version, ['schema', 'openAPIV3Schema']);
  if (!Array.isArray(selectableFields) || selectableFields.length === 0) return [];
  if (isJsonObject(schema)) return selectableFieldErrors(selectableFields, schema, `${at}.selectableFields`);
  const why = 'may only be set when `version.schema.openAPIV3Schema` is not included';
  return [invalidValue(`${at}.selectableFields`, '', why)];
}

function versionListErrors(versions: readonly JsonObject[], isList: boolean): FieldError[] {
  const names = versions.map((version) => textAt(version, 'name'));
  const errors: FieldError[] = [];
  const shown = (): unknown => (isList ? shownVersions(versions) : null);
  if (new Set(names).size < names.length) {
    errors.push(invalidValue('spec.versions', shown(), 'must contain unique version names'));
  }
  if (versions.filter(({ storage }) => storage === true).length !== 1) {
    errors.push(invalidValue('spec.versions', shown(), MANY_STORAGE));
  }
  const [first] = names;
  const faults = first ? dns1035Faults(first) : [];
  if (faults.length > 0) errors.push(invalidValue('spec.version', first, faults.join(',')));
  return errors;
}

function namesErrors(names: unknown, at: string, areRequired: boolean): FieldError[] {
  const errors: FieldError[] = [];
  const required = areRequired ? ['plural', 'singular', 'kind', 'listKind'] : [];
  for (const field of required) if (textAt(names, field) === '') errors.push(requiredValue(`${at}.${field}`));
  const check = (field: string, name: string, prefix = ''): void => {
    const faults = dns1035Faults(prefix === '' ? name : name.toLowerCase());
    if (faults.length > 0) errors.push(invalidValue(`${at}.${field}`, name, prefix + faults.join(',')));
  };
  const mixed = 'may have mixed case, but should otherwise match: ';
  for (const [field, prefix] of [['plural'], ['singular'], ['kind', mixed], ['listKind', mixed]] as const) {
    const name = textAt(names, field);
    if (name !== '') check(field, name, prefix);
  }
  listAt(names, 'shortNames').forEach((name, index) => check(`shortNames[${index}]`, name));
  const kind = textAt(names, 'kind');
  if (kind !== '' && kind === textAt(names, 'listKind')) {
    errors.push(invalidValue(`${at}.listKind`, kind, 'kind and listKind may not be the same'));
  }
  listAt(names, 'categories').forEach((name, index) => check(`categories[${index}]`, name));
  return errors;
}

function listAt(value: unknown, field: string): readonly string[] {
  const list = fieldAt(value, [field]);
  return Array.isArray(list) ? list.map(String) : [];
}

/** A bundle that was bad before, or that nobody uses yet, may be bad. */
function checksBundle(old: KubeObject | undefined): boolean {
  if (!old || !isTrue(old, 'Established')) return false;
  const bundle = textAt(old, 'spec', 'conversion', 'webhook', 'clientConfig', 'caBundle');
  return bundle === '' || isBundle(bundle);
}

function changeErrors(definition: KubeObject, old: KubeObject): FieldError[] {
  const fixed = isTrue(old, 'Established') ? [['scope'], ['names', 'kind']] : [];
  return [...fixed, ['group'], ['names', 'plural']].flatMap((path) => {
    const now = textAt(definition, 'spec', ...path);
    if (now === textAt(old, 'spec', ...path)) return [];
    return [invalidValue(`spec.${path.join('.')}`, now, 'field is immutable')];
  });
}

function storedVersionErrors(definition: KubeObject): FieldError[] {
  const at = 'status.storedVersions';
  const stored = listAt(fieldAt(definition, ['status']), 'storedVersions');
  if (stored.length === 0) {
    return [invalidValue(at, null, 'must have at least one stored version')];
  }
  const versions = versionsOf(definition);
  const names = versions.map((version) => textAt(version, 'name'));
  const unstored = versions.filter(
    (version) => version['storage'] === true && !stored.includes(textAt(version, 'name')),
  );
  return [
    ...unstored.map((version) => invalidValue(at, stored, `must have the storage version ${textAt(version, 'name')}`)),
    ...stored.flatMap((name, index) => {
      if (names.includes(name)) return [];
      const why = `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`;
      return [invalidValue(`${at}[${index}]`, name, why)];
    }),
  ];
}

function preservingErrors(definition: KubeObject, old: KubeObject | undefined): FieldError[] {
  const preserves = (one: KubeObject | undefined): boolean => fieldAt(one, ['spec', 'preserveUnknownFields']) === true;
  if (!preserves(definition) || preserves(old)) return [];
  const why = 'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead';
  return [invalidValue('spec.preserveUnknownFields', true, why)];
}
