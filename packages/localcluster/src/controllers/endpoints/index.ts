/**
 * @module
 * Where a Service leads: the addresses of the pods it selects, as EndpointSlices and as Endpoints.
 */
export { endpointsController } from './endpoints-controller.ts';
export { endpointSliceController } from './slice-controller.ts';
