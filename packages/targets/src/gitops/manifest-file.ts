import type { DeploymentResource } from '@gati-framework/contracts/deployment';
import type { AnyKind } from '@slipway/kube';
import { Document, parse, visit } from 'yaml';
import { isKept, metadataOf, toBody } from '../resources/index.ts';

/** Keeps engines from deleting what holds a user's data when its file leaves the tree. */
const KEEP_ANNOTATIONS = {
  'argocd.argoproj.io/sync-options': 'Prune=false',
  'kustomize.toolkit.fluxcd.io/prune': 'disabled',
};

/**
 * The manifest of one object: keys sorted, nothing of the server's, equal bytes for equal objects.
 * Every text that some YAML reader takes for a number, a truth value or a date is quoted.
 */
export function printManifest(kind: AnyKind, resource: DeploymentResource): string {
  const document = new Document(manifestOf(kind, resource), {
    version: '1.1',
    sortMapEntries: true,
    aliasDuplicateObjects: false,
  });
  visit(document, {
    Scalar(_, node) {
      // YAML 1.1 knows the words (yes, on, null). What starts otherwise is left to no reader's taste (0o7, .5, =).
      if (typeof node.value === 'string' && !/^[A-Za-z/]|\n/.test(node.value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  return document.toString({ lineWidth: 0, directives: false });
}

function manifestOf(kind: AnyKind, resource: DeploymentResource): unknown {
  const body = toBody(kind, resource);
  // They name an owner by uid, which the cluster that reads the tree need not have (G-22).
  const { ownerReferences: _, ...metadata } = body.metadata;
  const annotations = isKept(kind.kind) ? { ...metadata.annotations, ...KEEP_ANNOTATIONS } : metadata.annotations;
  const manifest = { ...body, metadata: { ...metadata, ...(annotations && { annotations }) } };
  return JSON.parse(JSON.stringify(manifest));
}

/** The object of a file, or undefined when it holds none. Its version is the id that git has for the content. */
export function parseManifest(text: string, blob: string): DeploymentResource | undefined {
  const value = parseYaml(text) as Partial<DeploymentResource> | null | undefined;
  if (typeof value?.kind !== 'string' || typeof value.metadata?.name !== 'string') return undefined;
  const { kind, metadata } = value;
  return {
    spec: {},
    ...value,
    kind,
    metadata: metadataOf({ ...metadata, namespace: metadata.namespace ?? '', resourceVersion: blob }),
  };
}

/** Files of others lie in the tree as well; one that cannot be read must not hide the rest. */
function parseYaml(text: string): unknown {
  try {
    return parse(text, { logLevel: 'error' });
  } catch {
    return undefined;
  }
}
