import { badRequest, type FieldError, forbiddenValue, invalid, invalidValue } from '../status/index.ts';

export interface LogOptions {
  readonly container: string;
  readonly follow: boolean;
  readonly previous: boolean;
  readonly timestamps: boolean;
  readonly tailLines: number | undefined;
  readonly limitBytes: number | undefined;
  /** Lines from this moment on, in milliseconds since 1970. */
  readonly since: number | undefined;
}

/** The parameters of `pods/log`, or the complaint that a real server has about them. */
export function logOptions(query: URLSearchParams, pod: string, wallMs: number): LogOptions {
  const tailLines = wholeNumber(query, 'tailLines');
  const limitBytes = wholeNumber(query, 'limitBytes');
  const sinceSeconds = wholeNumber(query, 'sinceSeconds');
  const sinceTime = query.get('sinceTime') || undefined;
  const errors: FieldError[] = [];
  if (tailLines !== undefined && tailLines < 0) {
    errors.push(invalidValue('tailLines', tailLines, 'must be greater than or equal to 0'));
  }
  if (limitBytes !== undefined && limitBytes < 1) {
    errors.push(invalidValue('limitBytes', limitBytes, 'must be greater than 0'));
  }
  if (sinceSeconds !== undefined && sinceTime !== undefined) {
    errors.push(forbiddenValue('[]', 'at most one of `sinceTime` or `sinceSeconds` may be specified'));
  } else if (sinceSeconds !== undefined && sinceSeconds < 1) {
    errors.push(invalidValue('sinceSeconds', sinceSeconds, 'must be greater than 0'));
  }
  if (errors.length > 0) throw invalid({ group: '', kind: 'PodLogOptions' }, pod, errors);
  return {
    container: query.get('container') ?? '',
    follow: isTrue(query.get('follow')),
    previous: isTrue(query.get('previous')),
    timestamps: isTrue(query.get('timestamps')),
    tailLines,
    limitBytes,
    since: sinceTime === undefined ? sinceSeconds && wallMs - sinceSeconds * 1000 : moment(sinceTime),
  };
}

function wholeNumber(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  if (!/^[+-]?\d+$/.test(text)) throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  return Number(text);
}

function moment(text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw badRequest(`parsing time ${JSON.stringify(text)}: it is not a time`);
  return time;
}

function isTrue(text: string | null): boolean {
  return text !== null && text !== 'false' && text !== '0';
}
