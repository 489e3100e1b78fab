import type * as core from 'kubernetes-types/core/v1.js';
import { type Draft, selectorOf } from '../manifests/index.ts';
import type { Amounts, Container, Pod, Workload } from '../model/index.ts';
import {
  checkKeys,
  checkLabels,
  checkObjectName,
  checkRepeated,
  checkTwins,
  checkWhole,
  MANY,
  quote,
  type Report,
} from '../report/index.ts';
import { containerOf, GRACE_SECONDS, lifecycleOf } from './container.ts';
import { deviceResources, placementOf } from './placement.ts';
import { checkSecurity, podSecurity } from './security.ts';
import { checkVolumes, volumesOf } from './volumes.ts';

const FIELD = 'pod';

/** The template that Deployments and StatefulSets share. */
export function podTemplate(workload: Workload, pod: Pod, report: Report): Draft<core.PodTemplateSpec> {
  checkPod(workload, pod, report);
  const selector = selectorOf(workload);
  const { initContainers = [], containers } = pod;
  const serviceAccountName = pod.serviceAccountName ?? accountOf(workload);
  return {
    metadata: {
      labels: { ...workload.labels, ...pod.labels, ...selector },
      annotations: pod.annotations,
    },
    spec: {
      // A token is a credential: only who has an account of its own gets one.
      automountServiceAccountToken: serviceAccountName !== undefined,
      enableServiceLinks: false,
      serviceAccountName,
      imagePullSecrets: pod.imagePullSecrets?.map((name) => ({ name })),
      terminationGracePeriodSeconds: pod.terminationGracePeriodSeconds ?? GRACE_SECONDS,
      securityContext: podSecurity(pod.security),
      initContainers:
        initContainers.length === 0
          ? undefined
          : initContainers.map((container, index) =>
              containerOf(pod, container, `${FIELD}.initContainers[${index}]`, report),
            ),
      containers: containers.map((container, index) => {
        const at = `${FIELD}.containers[${index}]`;
        const equipped = index === 0 ? withDevices(pod, container, at, report) : container;
        return { ...containerOf(pod, equipped, at, report), lifecycle: lifecycleOf(pod, container, at, report) };
      }),
      volumes: volumesOf(pod),
      ...placementOf(pod, selector, FIELD, report),
    },
  };
}

const accountOf = ({ name, account }: Workload): string | undefined =>
  account === undefined ? undefined : (account.subject?.name ?? account.name ?? name);

function withDevices(pod: Pod, container: Container, field: string, report: Report): Container {
  const devices = deviceResources(pod);
  const { requests = {}, limits = {} } = container.resources ?? {};
  const checkSame = (amounts: Amounts, at: string): void => {
    for (const [name, amount] of Object.entries(devices)) {
      const given = amounts[name];
      if (given !== undefined && String(given) !== amount)
        report(
          'WORKLOAD_RESOURCES',
          `${field}.resources.${at}.${name}`,
          `is ${given}, but the hardware says ${amount}`,
        );
    }
  };
  checkSame(requests, 'requests');
  checkSame(limits, 'limits');
  return {
    ...container,
    resources: { requests: { ...requests, ...devices }, limits: { ...limits, ...devices } },
  };
}

function checkPod(workload: Workload, pod: Pod, report: Report): void {
  checkLabels(pod.labels, `${FIELD}.labels`, report);
  checkKeys(pod.annotations, `${FIELD}.annotations`, report);
  checkSecurity(pod.security, `${FIELD}.security`, report);
  checkVolumes(workload, pod, FIELD, report);
  if (pod.serviceAccountName !== undefined)
    checkObjectName(pod.serviceAccountName, `${FIELD}.serviceAccountName`, report);
  pod.imagePullSecrets?.forEach((name, index) => {
    checkObjectName(name, `${FIELD}.imagePullSecrets[${index}]`, report);
  });
  checkTwins(pod.imagePullSecrets ?? [], (index, name) =>
    report('WORKLOAD_NAME', `${FIELD}.imagePullSecrets[${index}]`, `is ${quote(name)}, as another's is; leave one out`),
  );
  checkWhole(pod.terminationGracePeriodSeconds, [0, MANY], `${FIELD}.terminationGracePeriodSeconds`, (at, message) =>
    report('WORKLOAD_PROBE', at, message),
  );
  if (pod.containers.length === 0)
    report('WORKLOAD_MISSING', `${FIELD}.containers`, 'is empty; a pod has at least one');
  pod.initContainers?.forEach(({ probes }, index) => {
    if (probes !== undefined)
      report('WORKLOAD_PROBE', `${FIELD}.initContainers[${index}].probes`, 'cannot be: it ends before anyone asks');
  });
  const names = [...(pod.initContainers ?? []), ...pod.containers].map(({ name }) => name);
  checkRepeated(names, (name) =>
    report('WORKLOAD_NAME', `${FIELD}.containers`, `holds ${quote(name)} twice; give each container its own name`),
  );
}
