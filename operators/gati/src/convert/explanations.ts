import { canonicalJson } from '@slipway/apimachinery/json';
import { type JsonValue } from '@slipway/crd/schema';
import type { Difference } from './differences.ts';
import type { FindingSort } from './model.ts';

export interface Explanation {
  readonly sort: FindingSort;
  readonly why: string;
  readonly wayOut: string;
}

const POD = 'spec\\.template\\.spec\\.';
const CONTAINER = `${POD}containers\\.`;

/** What the API server writes: no word of a person. */
const NOT_EXPRESSED = [
  'metadata\\.(?:uid|resourceVersion|generation|creationTimestamp|managedFields|selfLink|ownerReferences|finalizers)',
  'spec\\.template\\.metadata\\.creationTimestamp',
  'status',
  'spec\\.(?:clusterIPs?|ipFamilies|healthCheckNodePort)',
];

/** Where a value that is the API server's own default says nothing. */
const DEFAULTS: Readonly<Record<string, JsonValue>> = {
  'spec.progressDeadlineSeconds': 600,
  'spec.revisionHistoryLimit': 10,
  'spec.template.spec.dnsPolicy': 'ClusterFirst',
  'spec.template.spec.restartPolicy': 'Always',
  'spec.template.spec.schedulerName': 'default-scheduler',
  'spec.template.spec.serviceAccountName': 'default',
  'spec.template.spec.containers.terminationMessagePath': '/dev/termination-log',
  'spec.template.spec.containers.terminationMessagePolicy': 'File',
  'spec.template.spec.topologySpreadConstraints.nodeAffinityPolicy': 'Honor',
  'spec.template.spec.topologySpreadConstraints.nodeTaintsPolicy': 'Ignore',
  'spec.ipFamilyPolicy': 'SingleStack',
  'spec.internalTrafficPolicy': 'Cluster',
  'spec.externalTrafficPolicy': 'Cluster',
  'spec.sessionAffinity': 'None',
  'spec.allocateLoadBalancerNodePorts': true,
  'spec.publishNotReadyAddresses': false,
  'spec.behavior.scaleUp.tolerance': 0.1,
  'spec.behavior.scaleDown.tolerance': 0.1,
};

const ALONE = 'the operator names and selects by handler and version';

/** The first that fits the path, without the places in lists, explains what was given and is not made. */
const GIVEN: readonly (readonly [string, FindingSort, string, string])[] = [
  ['apiVersion', 'replaced', 'the operator writes the newest version of the kind', 'nothing to do'],
  ['metadata\\.name', 'replaced', ALONE, 'use the new name where others name this object'],
  [
    'spec\\.(?:template\\.spec\\..*\\.)?(?:selector|podSelector|labelSelector)\\b.*',
    'replaced',
    ALONE,
    'select by gati.dev/handler or gati.dev/module',
  ],
  ['spec\\.scaleTargetRef\\..*', 'replaced', ALONE, 'nothing to do'],
  [
    'metadata\\.annotations.*',
    'lost',
    'the operator writes its own annotations here',
    'put it into metadata.annotations of the resource',
  ],
  [
    '.*\\.strategy\\.type',
    'lost',
    'two versions run side by side while one takes over',
    'convert only what can run twice at once',
  ],
  [
    '.*\\.strategy\\b.*',
    'replaced',
    'a version never changes; the next one takes over by weights',
    'spec.rollout says how',
  ],
  ['spec\\.replicas', 'replaced', 'a scaler decides', 'spec.scaling says between which numbers'],
  [
    'spec\\.revisionHistoryLimit',
    'replaced',
    'versions are records of their own',
    'spec.versionHistoryLimit says how many stay',
  ],
  [
    'spec\\.progressDeadlineSeconds',
    'replaced',
    'a rollout has a deadline of its own',
    'spec.rollout.progressDeadline sets it',
  ],
  ['spec\\.minReadySeconds', 'lost', 'a pod that is ready counts at once', 'make a step of spec.rollout pause as long'],
  ['spec\\.paused', 'replaced', 'rollouts are paused, not Deployments', 'spec.rollout.paused pauses'],
  [
    'spec\\.template\\.metadata\\.labels.*',
    'lost',
    'pods have the labels of the operator alone',
    'use spec.podAnnotations, or select by gati.dev/handler',
  ],
  [`${CONTAINER}name`, 'replaced', 'the container is called handler or module', 'give kubectl that name'],
  [`${CONTAINER}ports\\.name`, 'replaced', 'the port is called by its protocol', 'nothing to do'],
  [`${CONTAINER}ports\\b.*`, 'lost', 'one port serves', 'serve everything on one port, or keep this workload as it is'],
  [
    `${CONTAINER}env\\b.*`,
    'lost',
    'a variable has a plain value',
    'bring Secrets by spec.envFrom, facts about the pod by a downwardAPI volume',
  ],
  [`${CONTAINER}envFrom\\b.*`, 'lost', 'whatever is named must exist', 'create it before'],
  [
    `${CONTAINER}lifecycle\\b.*`,
    'lost',
    'a pod sleeps before it ends and runs no command',
    'spec.preStopSleepSeconds says how long; end cleanly on SIGTERM',
  ],
  [
    `${CONTAINER}(?:readiness|liveness|startup)Probe\\b.*`,
    'lost',
    'probes ask by HTTP, TCP or gRPC, without headers',
    'spec.probes says how',
  ],
  [
    `${CONTAINER}workingDir`,
    'lost',
    'only a module of type oci has one',
    'set it in the image, or start by a shell in spec.command',
  ],
  [`${CONTAINER}resources\\b.*`, 'lost', 'amounts are of cpu and memory', 'leave it out'],
  [
    `${CONTAINER}securityContext\\b.*`,
    'lost',
    'pods meet the restricted Pod Security Standard',
    'make the image run without it',
  ],
  [
    `${CONTAINER}volumeMounts\\b.*`,
    'lost',
    'its volume, or a part of it, cannot be expressed',
    'use a volume that the restricted standard admits',
  ],
  [`${CONTAINER}[^.]+\\b.*`, 'lost', 'a container has no such field here', 'leave it out'],
  [
    `${POD}initContainers\\b.*`,
    'lost',
    'a handler or module is one container',
    'do it in the image, before the server starts',
  ],
  [
    `${POD}containers`,
    'lost',
    'a handler or module is one container',
    'make it a module, or keep this workload as it is',
  ],
  [
    `${POD}volumes\\b.*`,
    'lost',
    'volumes are of the kinds that the restricted standard admits',
    'use a claim, a ConfigMap, a Secret or an empty folder',
  ],
  [
    `${POD}securityContext\\b.*`,
    'lost',
    'pods meet the restricted Pod Security Standard',
    'make the image run without it',
  ],
  [
    `${POD}automountServiceAccountToken`,
    'lost',
    'an account of its own comes with its token, none without',
    'spec.serviceAccountName decides',
  ],
  [
    `${POD}enableServiceLinks`,
    'replaced',
    'the addresses of all Services are no business of a pod',
    'find Services by name',
  ],
  ['spec\\.ports\\.nodePort', 'replaced', 'the API server gives the number', 'look it up in the new Service'],
  ['spec\\.ports\\.name', 'replaced', 'the port is called by its protocol', 'nothing to do'],
  ['spec\\.ports\\b.*', 'lost', "a Service has one port, of the container's", 'serve everything on one port'],
  [
    'spec\\.(?:metrics|triggers)\\b.*',
    'lost',
    'scaling knows CPU, memory and requests per second',
    'spec.scaling.requestsPerSecond takes any query',
  ],
  [
    'spec\\.(?:minAvailable|maxUnavailable|unhealthyPodEvictionPolicy)',
    'replaced',
    'one pod at a time may be disrupted',
    'nothing to do',
  ],
];

/** What pods have now although nobody declared it, and should be known before it is. */
const ADDED: readonly (readonly [string, string, string])[] = [
  [`${POD}securityContext\\b.*`, 'pods do not run as root', 'spec.securityContext names other users and groups'],
  [`${CONTAINER}securityContext\\b.*`, 'containers gain no privileges', 'nothing to do unless the image needs one'],
  [`${CONTAINER}resources\\b.*`, 'every container has requests and limits', 'spec.resources sets others'],
  [`${POD}automountServiceAccountToken`, 'pods get no token', 'spec.serviceAccountName names an account'],
];

/** Why a difference is there; undefined where it is none that a person would see. */
export function explanationOf({ path, given, made }: Difference): Explanation | undefined {
  const text = path.filter((step) => typeof step === 'string').join('.');
  const fits = ([pattern]: readonly [string, ...unknown[]]): boolean => new RegExp(`^${pattern}$`).test(text);
  if (given === undefined) {
    const found = ADDED.find(fits);
    return found && { sort: 'added', why: found[1], wayOut: found[2] };
  }
  if (NOT_EXPRESSED.some((pattern) => fits([pattern]))) return undefined;
  const usual = DEFAULTS[text];
  if (made === undefined && usual !== undefined && canonicalJson(usual) === canonicalJson(given)) return undefined;
  const [, sort, why, wayOut] = GIVEN.find(fits) ?? UNKNOWN;
  return { sort, why, wayOut };
}

const UNKNOWN = [
  '',
  'lost',
  'the resource has no field for it',
  'leave it out, or keep this workload as it is',
] as const;
