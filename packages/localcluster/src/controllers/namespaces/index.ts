/**
 * @module
 * What every namespace has: the service account that its pods run as, and the certificate by which they
 * know the server. localcluster's API server makes both itself; a bare real one leaves it to controllers.
 */
export { namespaceContentsController } from './controller.ts';
