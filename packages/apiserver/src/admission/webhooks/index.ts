/**
 * @module
 * Admission webhooks: which of them a request concerns, what they are asked, and what their answers
 * do. Mutating ones are asked one by one and see each other's changes, validating ones all at once.
 */
export { HookClient, type ServiceAddress, type ServiceResolver } from './client.ts';
export { mutatingWebhooks } from './mutating.ts';
export { endpointOf } from './service-endpoints.ts';
export { validatingWebhooks } from './validating.ts';
