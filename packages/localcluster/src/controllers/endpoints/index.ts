/**
 * @module
 * Where a Service leads: the addresses of the pods it selects, as EndpointSlices and as Endpoints, and
 * Endpoints that were made by hand as slices.
 */
export { endpointsController } from './endpoints-controller.ts';
export { endpointSliceMirroringController } from './mirror-controller.ts';
export { endpointSliceController } from './slice-controller.ts';
