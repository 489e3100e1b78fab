import { KubeError, type KubeErrorCode, type StatusBody } from '../errors.ts';
import { hiderOf } from '../secrecy/index.ts';

/** What of an answer an error is made of. */
export interface RefusedAnswer {
  /** `GET /api/v1/pods`: what was asked, for the message. */
  readonly asked: string;
  readonly status: number;
  readonly contentType: string | undefined;
  /** The beginning of the body, cleared of the own token. */
  readonly text: string;
  /** Whether the server's words can quote a Secret: then none of them are kept (R-19). */
  readonly isSecret: boolean;
  /** The body that was sent: values of it that may be secrets are taken out of the server's words. */
  readonly sent: string | Uint8Array | undefined;
  /** From the `Retry-After` header. */
  readonly retryAfterMs: number | undefined;
  /** Whether a body that is not JSON is a surprise. */
  readonly expectsJson: boolean;
}

const CODES: Readonly<Record<number, KubeErrorCode>> = {
  401: 'KUBE_UNAUTHORIZED',
  403: 'KUBE_FORBIDDEN',
  404: 'KUBE_NOT_FOUND',
  409: 'KUBE_CONFLICT',
  410: 'KUBE_GONE',
  429: 'KUBE_THROTTLED',
};

const ADVICE: Partial<Readonly<Record<KubeErrorCode, string>>> = {
  KUBE_UNAUTHORIZED: 'Check the credential of the kubeconfig user.',
  KUBE_FORBIDDEN: 'Grant the permission by a Role or ClusterRole.',
  KUBE_BAD_RESPONSE: 'This is not what an API server sends: check the address, and what stands in between.',
};

/**
 * What server-side apply answers with 500 although the content is wrong and no repetition helps. Conversions between
 * versions are not among them: they may wait for a webhook.
 */
const REFUSED_CONTENT = /^failed to (?:create typed patch object|convert new typed object) \(/;

const contentAdvice = (words: string): string =>
  words.includes('duplicate entries for key')
    ? 'Two items of a list have the same key: leave one of them out.'
    : 'The content does not fit the schema of the kind: correct the field.';

const EXCERPT_LENGTH = 200;

/** The typed error of an answer that is not what was asked for (R-11). */
export function errorFromAnswer(answer: RefusedAnswer): KubeError {
  const status = isJson(answer.contentType) ? parseStatus(answer.text) : undefined;
  const hide = hiderOf(answer.sent);
  const body = status && (answer.isSecret ? withoutWords(status) : withoutValues(status, hide));
  // By the server's own words, before any of them are hidden.
  const refused = answer.status === 500 && REFUSED_CONTENT.test(status?.message ?? '') ? status?.message : undefined;
  const code = refused === undefined ? codeOf(answer, body) : 'KUBE_INVALID';
  const excerpt = answer.isSecret ? '' : hide(answer.text).slice(0, EXCERPT_LENGTH).trim();
  const detail = body?.message ?? body?.reason ?? excerpt;
  const advice = refused === undefined ? ADVICE[code] : contentAdvice(refused);
  const message = `${answer.asked} was answered with ${answer.status}${detail && `: ${detail}`}`;
  const retryAfterMs = answer.retryAfterMs ?? secondsToMs(body?.details?.retryAfterSeconds);
  return new KubeError(code, advice ? `${message.replace(/\.$/, '')}. ${advice}` : message, {
    status: answer.status,
    ...(body && { body }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

export function isJson(contentType: string | undefined): boolean {
  const [essence = ''] = (contentType ?? '').split(';');
  return /^application\/([\w.+-]+\+)?json$/i.test(essence.trim());
}

function codeOf({ status, text, expectsJson }: RefusedAnswer, body: StatusBody | undefined): KubeErrorCode {
  const byStatus = CODES[status] ?? (status >= 500 ? 'KUBE_SERVER_ERROR' : status >= 400 ? 'KUBE_INVALID' : undefined);
  if (byStatus === undefined) return 'KUBE_BAD_RESPONSE';
  if (body !== undefined || !expectsJson) return byStatus;
  // The sender of these did no work, so they mean the same from a proxy. A page that says 404 does
  // not: it would make an object look absent. The API server's own mux answers an unknown group, as
  // of a CRD that is not installed, with this very text.
  if (status === 401 || status === 429) return byStatus;
  return status === 404 && text.trim() === '404 page not found' ? byStatus : 'KUBE_BAD_RESPONSE';
}

function parseStatus(text: string): StatusBody | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return (body as { kind?: unknown } | null)?.kind === 'Status' ? (body as StatusBody) : undefined;
  } catch {
    // Cut off or not JSON: the caller then reports the text as it is.
    return undefined;
  }
}

/** What callers act on, without the sentences: those of a failed validation quote values. */
function withoutWords({ message: _message, details, ...status }: StatusBody): StatusBody {
  if (!details) return status;
  const { causes, ...named } = details;
  return {
    ...status,
    details: causes ? { ...named, causes: causes.map(({ message: _words, ...cause }) => cause) } : named,
  };
}

/** The sentences without the values that they quote and that may be secrets. */
function withoutValues(status: StatusBody, hide: (text: string) => string): StatusBody {
  const { message, details } = status;
  const causes = details?.causes?.map((cause) => {
    if (typeof cause.message !== 'string') return cause;
    // A cause begins with what its field is, as a line of the message does.
    const field = `${cause.field ?? ''}: `;
    return { ...cause, message: hide(field + cause.message).slice(field.length) };
  });
  return {
    ...status,
    ...(typeof message === 'string' && { message: hide(message) }),
    ...(details && causes && { details: { ...details, causes } }),
  };
}

function secondsToMs(seconds: number | undefined): number | undefined {
  return seconds === undefined || seconds <= 0 ? undefined : seconds * 1000;
}
