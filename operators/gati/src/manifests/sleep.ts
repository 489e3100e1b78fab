interface PodTemplate {
  readonly spec?: {
    readonly containers?: readonly { readonly lifecycle?: { readonly preStop?: { readonly sleep?: object } } }[];
  };
}

/**
 * Whether the pods of a Deployment sleep before they stop; undefined where there are none to ask. It decides for them
 * whatever the server knows by now: an upgrade of the server is no reason to replace pods that run (G-36).
 */
export function doesSleep(deployment: { readonly spec?: unknown } | null): boolean | undefined {
  const { template } = (deployment?.spec ?? {}) as { readonly template?: PodTemplate };
  const [container] = template?.spec?.containers ?? [];
  return container && container.lifecycle?.preStop?.sleep !== undefined;
}
