import { revisionFault } from '../objects/index.ts';
import {
  badRequest,
  type FieldError,
  forbiddenValue,
  invalid,
  StatusError,
  unsupportedValue,
} from '../status/index.ts';
import { readContinueToken } from './continue-token.ts';

/** What a list or a watch asks for beside its selectors. */
export interface ListOptions {
  readonly limit: number;
  readonly continue: string;
  readonly resourceVersion: string;
  readonly resourceVersionMatch: '' | 'Exact' | 'NotOlderThan';
  readonly sendInitialEvents: boolean | undefined;
  readonly allowWatchBookmarks: boolean;
  readonly timeoutSeconds: number | undefined;
}

const at = 'resourceVersionMatch';

/** `checkSyntax` looks at what else stands in the query, before anybody asks whether it goes together. */
export function listOptions(query: URLSearchParams, watch: boolean, checkSyntax: () => void = () => {}): ListOptions {
  const options = {
    limit: integer(query, 'limit') ?? 0,
    continue: query.get('continue') ?? '',
    resourceVersion: query.get('resourceVersion') ?? '',
    resourceVersionMatch: query.get(at) ?? '',
    sendInitialEvents: flag(query, 'sendInitialEvents'),
    allowWatchBookmarks: flag(query, 'allowWatchBookmarks') ?? false,
    timeoutSeconds: integer(query, 'timeoutSeconds'),
  };
  checkSyntax();
  const errors = watch ? watchErrors(options) : listErrors(options);
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', errors);
  return options as ListOptions;
}

export function checkVersion({ resourceVersion, continue: token }: ListOptions, watch: boolean): void {
  // A token brings a version of its own; another one beside it is reported later.
  if (token !== '' && !watch) return void readContinueToken(token);
  const fault = resourceVersion === '' ? undefined : revisionFault(resourceVersion);
  if (fault !== undefined) {
    const reason = `resourceVersion: Invalid value: ${JSON.stringify(resourceVersion)}: ${fault}`;
    throw watch ? new StatusError(500, '', reason) : badRequest(`invalid resource version: ${reason}`);
  }
}

/** Present and neither `false` nor `0`. */
export function flag(query: URLSearchParams, name: string): boolean | undefined {
  const value = query.get(name);
  return value === null ? undefined : value.toLowerCase() !== 'false' && value !== '0';
}

type Unchecked = Omit<ListOptions, 'resourceVersionMatch'> & { readonly resourceVersionMatch: string };

function listErrors(options: Unchecked): FieldError[] {
  const { resourceVersionMatch: match, resourceVersion } = options;
  const errors: FieldError[] = [];
  if (match !== '') {
    if (resourceVersion === '')
      errors.push(forbiddenValue(at, 'resourceVersionMatch is forbidden unless resourceVersion is provided'));
    if (options.continue !== '')
      errors.push(forbiddenValue(at, 'resourceVersionMatch is forbidden when continue is provided'));
    if (match !== 'Exact' && match !== 'NotOlderThan')
      errors.push(unsupportedValue(at, match, ['Exact', 'NotOlderThan', '']));
    if (match === 'Exact' && resourceVersion === '0') {
      errors.push(forbiddenValue(at, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'));
    }
  }
  if (options.sendInitialEvents !== undefined) {
    errors.push(forbiddenValue('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
  }
  return errors;
}

function watchErrors({ resourceVersionMatch: match, sendInitialEvents, ...options }: Unchecked): FieldError[] {
  const errors: FieldError[] = [];
  if (options.continue !== '')
    errors.push(forbiddenValue(at, 'resourceVersionMatch is forbidden when continue is provided'));
  if (sendInitialEvents === undefined) {
    if (match !== '') {
      errors.push(
        forbiddenValue(at, 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'),
      );
    }
    return errors;
  }
  if (match !== 'NotOlderThan') {
    errors.push(forbiddenValue(at, 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'));
    if (match !== '') errors.push(unsupportedValue(at, match, ['NotOlderThan']));
  }
  return errors;
}

function integer(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name);
  if (value === null || value === '') return undefined;
  if (!/^[-+]?\d+$/.test(value)) throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(value)}: invalid syntax`);
  const number = BigInt(value);
  if (number !== BigInt.asIntN(64, number)) {
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(value)}: value out of range`);
  }
  return Number(value);
}
