/**
 * @module
 * Values that a server's words must not carry into logs, Events and conditions.
 *
 * Specs hold values that may be secrets although they are no Secret: variables, arguments, annotations, fields called
 * password. A refusal quotes them: validation as `env[0].value: Invalid value: "…"`, an immutable field as the whole pod
 * template, a webhook in words of its own. Two nets, each of which alone has holes: what was sent is known, so its
 * values are looked for whatever the words around them; and what validation quotes has a form, so it is found whatever
 * component wrote the value.
 */
export { withoutQuotedValues } from './index.ts';
