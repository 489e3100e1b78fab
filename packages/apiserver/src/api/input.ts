import type { KubeObject } from '../objects/index.ts';
import type { Target } from '../operations/index.ts';
import { mediaType, parseBody, readBody, readerFor } from './body.ts';
import type { Exchange } from './exchange.ts';
import { fieldValidation } from './field-validation.ts';
import { objectFromBody, unrecognized } from './object-body.ts';

/** The object in the body of a request, with warnings or refusals of what its kind does not have. */
export async function readObject(exchange: Exchange, target: Target): Promise<KubeObject> {
  const { checkDuplicates, checkYaml, onUnknown, conclude } = fieldValidation(exchange, target);
  const body = await readBody(exchange.request);
  const type = mediaType(exchange.request);
  const onError = (reason: string): Error => {
    return unrecognized(target, `couldn't get version/kind; ${reason}`, body);
  };
  const value = parseBody(type, body, onError, readerFor(target));
  if (type === '' || type === 'application/json') checkDuplicates(body);
  if (type === 'application/yaml') checkYaml(body);
  const input = objectFromBody(value, target, { onUnknown, sent: body });
  conclude();
  return input;
}
