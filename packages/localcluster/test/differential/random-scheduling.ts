import type { ObjectOf } from '@slipway/kube';
import type { Node, Pod } from '@slipway/kube/kinds';
import fc from 'fast-check';
import type { SchedulingCase } from '../support/named-scheduling.ts';

type NodeObject = ObjectOf<typeof Node>;
type PodObject = ObjectOf<typeof Pod>;
type PodSpec = NonNullable<PodObject['spec']>;

/** Priority classes that the cases use, with their values. */
export const PRIORITIES = { low: -10, middle: 50, high: 1000 } as const;

const ZONE = 'topology.kubernetes.io/zone';
const HOST = 'kubernetes.io/hostname';

const taint = fc.record({
  key: fc.constantFrom('sgx', 'nvidia.com/gpu', 'bottlerocket'),
  value: fc.constantFrom('enabled', 'true'),
  effect: fc.constantFrom('NoSchedule', 'NoExecute', 'PreferNoSchedule'),
});

const toleration = fc.oneof(
  fc.record({ key: fc.constantFrom('sgx', 'nvidia.com/gpu', 'bottlerocket'), operator: fc.constant('Exists') }),
  fc.record({
    key: fc.constantFrom('sgx', 'nvidia.com/gpu'),
    operator: fc.constant('Equal'),
    value: fc.constantFrom('enabled', 'true'),
    effect: fc.constantFrom('NoSchedule', 'NoExecute'),
  }),
  fc.constant({ operator: 'Exists' }),
);

/** In most cases absent. */
const rarely = <T>(arbitrary: fc.Arbitrary<T>, of = 4): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: of - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const node = (index: number): fc.Arbitrary<NodeObject> =>
  fc
    .record({
      zone: fc.constantFrom('a', 'b', undefined),
      disk: fc.constantFrom('ssd', 'hdd', undefined),
      size: fc.constantFrom('3', '12', undefined),
      taints: rarely(
        fc.uniqueArray(taint, { minLength: 1, maxLength: 2, selector: ({ key, effect }) => key + effect }),
        3,
      ),
      unschedulable: rarely(fc.constant(true), 8),
      cpu: fc.constantFrom('1', '2', '4'),
      memory: fc.constantFrom('1Gi', '4Gi'),
      gpu: fc.constantFrom(undefined, '1', '2'),
      pods: fc.constantFrom('2', '110', '110'),
    })
    .map(({ zone, disk, size, taints, unschedulable, cpu, memory, gpu, pods }) => {
      const name = `node-${index}`;
      const labels = { [HOST]: name, ...(zone && { [ZONE]: zone }), ...(disk && { disk }), ...(size && { size }) };
      const allocatable = { cpu, memory, pods, ...(gpu && { 'nvidia.com/gpu': gpu }) };
      return {
        metadata: { name, labels },
        spec: { ...(taints && { taints }), ...(unschedulable && { unschedulable }) },
        status: { capacity: allocatable, allocatable },
      };
    });

const resources = fc
  .record({
    cpu: fc.constantFrom(undefined, '250m', '500m', '1', '3'),
    memory: fc.constantFrom(undefined, '128Mi', '512M', '2Gi'),
    gpu: rarely(fc.constantFrom('1', '2'), 4),
  })
  .map(({ cpu, memory, gpu }) => {
    const limits = gpu && { 'nvidia.com/gpu': gpu };
    return { requests: { ...(cpu && { cpu }), ...(memory && { memory }), ...limits }, ...(limits && { limits }) };
  });

const selector = fc.oneof(
  fc.record({ matchLabels: fc.record({ app: fc.constantFrom('x', 'y') }) }),
  fc.constant({ matchExpressions: [{ key: 'app', operator: 'Exists' }] }),
  fc.constant({}),
);

const podTerm = fc.record(
  {
    labelSelector: selector,
    topologyKey: fc.constantFrom(ZONE, HOST, 'disk'),
    namespaceSelector: rarely(fc.constant({}), 4),
  },
  { requiredKeys: ['labelSelector', 'topologyKey'] },
);

const nodeTerm = fc.oneof(
  fc.record({
    matchExpressions: fc.tuple(
      fc.record({
        key: fc.constant('disk'),
        operator: fc.constantFrom('In', 'NotIn'),
        values: fc.constantFrom(['ssd'], ['hdd', 'ssd']),
      }),
    ),
  }),
  fc.record({
    matchExpressions: fc.tuple(
      fc.record({ key: fc.constantFrom('size', ZONE), operator: fc.constantFrom('Exists', 'DoesNotExist') }),
    ),
  }),
  fc.record({
    matchExpressions: fc.tuple(
      fc.record({ key: fc.constant('size'), operator: fc.constantFrom('Gt', 'Lt'), values: fc.constant(['7']) }),
    ),
  }),
  fc.record({
    matchFields: fc.tuple(
      fc.record({
        key: fc.constant('metadata.name'),
        operator: fc.constantFrom('In', 'NotIn'),
        values: fc.constantFrom(['node-0'], ['node-1']),
      }),
    ),
  }),
);

const spread = fc.record(
  {
    maxSkew: fc.constantFrom(1, 2),
    topologyKey: fc.constantFrom(ZONE, HOST),
    whenUnsatisfiable: fc.constantFrom('DoNotSchedule', 'ScheduleAnyway'),
    labelSelector: selector,
    nodeAffinityPolicy: rarely(fc.constantFrom('Honor', 'Ignore')),
    nodeTaintsPolicy: rarely(fc.constantFrom('Honor', 'Ignore')),
  },
  { requiredKeys: ['maxSkew', 'topologyKey', 'whenUnsatisfiable', 'labelSelector'] },
);

const weighted = <T>(term: fc.Arbitrary<T>, key: string): fc.Arbitrary<object> =>
  fc.tuple(fc.constantFrom(1, 50), term).map(([weight, value]) => ({ weight, [key]: value }));

const affinity = fc
  .record({
    nodes: rarely(fc.array(nodeTerm, { minLength: 1, maxLength: 2 })),
    preferredNodes: rarely(fc.array(weighted(nodeTerm, 'preference'), { minLength: 1, maxLength: 2 })),
    near: rarely(fc.array(podTerm, { minLength: 1, maxLength: 2 }), 6),
    far: rarely(fc.array(podTerm, { minLength: 1, maxLength: 2 }), 4),
    preferNear: rarely(fc.array(weighted(podTerm, 'podAffinityTerm'), { minLength: 1, maxLength: 1 })),
    preferFar: rarely(fc.array(weighted(podTerm, 'podAffinityTerm'), { minLength: 1, maxLength: 1 })),
  })
  .map(({ nodes, preferredNodes, near, far, preferNear, preferFar }) => {
    const both = (required: unknown, preferred: unknown): object | undefined =>
      required || preferred
        ? {
            ...(required ? { requiredDuringSchedulingIgnoredDuringExecution: required } : {}),
            ...(preferred ? { preferredDuringSchedulingIgnoredDuringExecution: preferred } : {}),
          }
        : undefined;
    const nodeAffinity = both(nodes && { nodeSelectorTerms: nodes }, preferredNodes);
    const podAffinity = both(near, preferNear);
    const podAntiAffinity = both(far, preferFar);
    return {
      ...(nodeAffinity && { nodeAffinity }),
      ...(podAffinity && { podAffinity }),
      ...(podAntiAffinity && { podAntiAffinity }),
    };
  });

const pod = (name: string, priorities: readonly string[]): fc.Arbitrary<PodObject> =>
  fc
    .record({
      app: fc.constantFrom('x', 'y', undefined),
      resources,
      init: rarely(resources, 6),
      tolerations: rarely(fc.array(toleration, { minLength: 1, maxLength: 2 }), 2),
      nodeSelector: rarely(fc.constantFrom({ disk: 'ssd' }, { [ZONE]: 'a' })),
      affinity,
      spread: rarely(
        fc.uniqueArray(spread, {
          minLength: 1,
          maxLength: 2,
          selector: (each) => each.topologyKey + each.whenUnsatisfiable,
        }),
        3,
      ),
      hostPort: rarely(fc.constantFrom(8080, 9090), 4),
      priority: fc.constantFrom(...priorities),
    })
    .map((made) => ({
      metadata: { name, labels: { ...(made.app && { app: made.app }) } },
      spec: dropUndefined({
        containers: [
          {
            name: 'main',
            image: 'main:1',
            resources: made.resources,
            ...(made.hostPort && { ports: [{ containerPort: made.hostPort, hostPort: made.hostPort }] }),
          },
        ],
        initContainers: made.init && [{ name: 'init', image: 'init:1', resources: made.init }],
        tolerations: made.tolerations,
        nodeSelector: made.nodeSelector,
        affinity: made.affinity,
        topologySpreadConstraints: made.spread,
        priorityClassName: made.priority,
      }),
    }));

export const schedulingCase: fc.Arbitrary<SchedulingCase> = fc
  .integer({ min: 1, max: 5 })
  .chain((count) =>
    fc.record({
      nodes: fc.tuple(...Array.from({ length: count }, (_, index) => node(index))),
      placed: fc.array(fc.tuple(fc.nat(count - 1), pod('placed', ['low', 'middle'])), { maxLength: 6 }),
      pod: pod('pending', ['low', 'middle', 'middle', 'high']),
    }),
  )
  .map(({ nodes, placed, pod: pending }) => ({
    nodes,
    pods: placed.map(([on, each], index) => {
      const earlier = placed.slice(0, index).filter(([other]) => other === on);
      const isPortTaken = earlier.some(([, other]) => hostPortOf(other) === hostPortOf(each));
      const spec = each.spec as PodSpec;
      const containers = isPortTaken ? spec.containers.map(({ ports: _ports, ...rest }) => rest) : spec.containers;
      return {
        metadata: { ...each.metadata, name: `placed-${index}` },
        spec: { ...spec, containers, nodeName: `node-${on}` },
      };
    }),
    pod: pending,
  }));

function dropUndefined(spec: object): PodSpec {
  return JSON.parse(JSON.stringify(spec)) as PodSpec;
}

/** No scheduler would have put two users of a port on one node. */
function hostPortOf({ spec }: PodObject): number | undefined {
  return spec?.containers[0]?.ports?.[0]?.hostPort;
}
