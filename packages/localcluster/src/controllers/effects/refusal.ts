import { isKubeError } from '@slipway/kube';

/** The server's own words where it spoke. */
export function refusalText(error: unknown): string {
  if (isKubeError(error) && error.body?.message) return error.body.message;
  return error instanceof Error ? error.message : String(error);
}

/** In a namespace that ends nothing can be made, and no Event is due. */
export function saysNamespaceEnds(error: unknown): boolean {
  return (
    isKubeError(error) && (error.body?.details?.causes ?? []).some(({ reason }) => reason === 'NamespaceTerminating')
  );
}
