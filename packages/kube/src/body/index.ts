/**
 * @module
 * Bodies that others send, read up to a limit that holds while they arrive.
 *
 * A pod, a Prometheus, a webhook or an aggregated API may send without an end, by mistake or on purpose. A program that
 * reads counts bytes before it keeps them, and stops at its limit: the loop is left, which closes the connection below.
 * Bytes are counted as the reader sees them, so after decompression where the client decompresses. Time is limited by
 * the signal or the deadline of the request, never here.
 */
export { ByteBudget, readBeginning, readBody } from './read-body.ts';
