/** Makes volumes that are folders of this machine. All nodes are on it, so any node reaches them. */
export const FOLDER_PROVISIONER = 'folders.localcluster.slipway.dev';

interface PodLike {
  readonly metadata: { readonly name?: string | undefined };
  readonly spec?:
    | {
        readonly volumes?:
          | readonly {
              readonly name: string;
              readonly persistentVolumeClaim?: { readonly claimName: string } | undefined;
              readonly ephemeral?: unknown;
            }[]
          | undefined;
      }
    | undefined;
}

/** The claims that a pod mounts: those it names, and those that are made for it. */
export function claimNames({ metadata, spec }: PodLike): string[] {
  return (spec?.volumes ?? []).flatMap(({ name, persistentVolumeClaim, ephemeral }) => {
    if (persistentVolumeClaim) return [persistentVolumeClaim.claimName];
    return ephemeral ? [`${metadata.name}-${name}`] : [];
  });
}
