/**
 * @module
 * Protobuf: reading the bodies that Go clients send (K-1 to K-7, L-13).
 *
 * Which field has which number is a table of facts derived from the Go types of Kubernetes; nothing
 * here knows a kind. Bodies become the JSON that the same object would have had, so the rest of the
 * server sees no difference. Answers are always JSON (K-3), so nothing is ever written.
 */
export { decodeProtobuf } from './decode.ts';
export { fieldsOfMessage, isMessage } from './message.ts';
export { MalformedProtobuf } from './wire.ts';
