interface PodVolume {
  readonly name: string;
  readonly persistentVolumeClaim?: { readonly claimName: string } | undefined;
  readonly ephemeral?: unknown;
}

interface PodLike {
  readonly metadata: { readonly name?: string | undefined };
  readonly spec?: { readonly volumes?: readonly PodVolume[] | undefined } | undefined;
}

/** The claim behind a volume of a pod: one that it names, or one that is made for it. */
export function claimNameOf(
  { metadata }: PodLike,
  { name, persistentVolumeClaim, ephemeral }: PodVolume,
): string | undefined {
  return persistentVolumeClaim?.claimName ?? (ephemeral ? `${metadata.name}-${name}` : undefined);
}

/** The claims that a pod mounts. */
export function claimNames(pod: PodLike): string[] {
  return (pod.spec?.volumes ?? []).flatMap((volume) => claimNameOf(pod, volume) ?? []);
}
