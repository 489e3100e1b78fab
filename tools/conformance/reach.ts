/**
 * Why specs cannot pass where containers are simulated, whatever the control plane. A spec that
 * matches none is run.
 */
const reasons: readonly (readonly [reason: string, specs: RegExp])[] = [
  [
    'reads what a container printed',
    /\[sig-storage\] (ConfigMap|Secrets|Projected|EmptyDir volumes|Downward API volume|Subpath) .*(consumable|provide|volume|mode|Mode|mount|0644|0666|0777|update|support|project|subpath)|\[sig-node\] (ConfigMap|Secrets) should be consumable|\[sig-node\] (Containers|Downward API|Variable Expansion|Security Context) |Kubelet when scheduling (a busybox command in a pod|a read only|an agnhost)|ImageVolume|Kubectl (logs|client Kubectl expose)|should mount (an API token|projected service account)|OIDC discovery|retrieving logs from the container|environment variables for services|Sysctls .* should support sysctls|RunAsUser|should not conflict|\[sig-storage\] HostPath/,
  ],
  [
    'waits for a container to end, to restart or to get ready by itself',
    /\[sig-apps\] Job (should allow to use|should create pods for an Indexed|should execute all indexes|should mark indexes|should run a job to completion|should terminate job execution|should manage the lifecycle|with successPolicy)|InitContainer .*(RestartNever|fail)|Container Runtime blackbox|Probing container |monotonically increasing restart|Kubelet when scheduling a busybox command that always fails in a pod should have/,
  ],
  [
    'runs a command in a container',
    /Burst scaling|Scaling should happen in predictable order|canary updates|rolling updates and roll backs|KubeletManagedEtcHosts|Ephemeral Containers|Container Lifecycle Hook|remote command execution|PreStop|Pod InPlace Resize/,
  ],
  [
    'connects to a container over the network',
    /AdmissionWebhook .* (listing|patching|should (be able to (create|deny)|deny|honor|mutate|not be able|unconditionally))|ConversionWebhook|Aggregator Should|\[sig-network\] (DNS|Networking|Proxy|HostPort)|\[sig-network\] Services should (be able|have session|serve)|\[sig-network\] EndpointSlice should support a Service|serve a basic image|Guestbook|Update Demo|CustomResourceFieldSelectors/,
  ],
];

/** Why a conformance spec is not run: undefined for one that is. */
export function reasonOutOfReach(name: string): string | undefined {
  return reasons.find(([, specs]) => specs.test(name))?.[0];
}
