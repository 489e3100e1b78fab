/** A person's word that a version may break callers (G-61). */
export interface Acceptance {
  /** Who says so, where it tells: who wrote it is not part of an object. */
  readonly by?: string;
}

/** What the annotation says of a version: its exact id, and after it who accepts (`v3`, `v3 by=ann`). */
export function acceptanceOf(text: string | undefined, versionId: string): Acceptance | undefined {
  if (text === versionId) return {};
  const mark = `${versionId} by=`;
  if (!text?.startsWith(mark)) return undefined;
  const by = text.slice(mark.length).trim();
  return by === '' ? {} : { by };
}

interface ManagedObject {
  readonly metadata: {
    readonly managedFields?: readonly {
      readonly manager?: string;
      readonly fieldsV1?: Readonly<Record<string, unknown>>;
    }[];
  };
}

/**
 * What the program calls itself that wrote an annotation, as the server noted it. The user behind it is known to
 * nobody but the server's audit log.
 */
export function writerOf({ metadata }: ManagedObject, annotation: string): string | undefined {
  const path = ['f:metadata', 'f:annotations', `f:${annotation}`];
  return metadata.managedFields?.find(({ fieldsV1 }) => {
    let at: unknown = fieldsV1;
    for (const key of path) at = (at as Record<string, unknown> | undefined)?.[key];
    return at !== undefined;
  })?.manager;
}
