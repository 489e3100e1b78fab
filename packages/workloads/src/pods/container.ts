import type * as core from 'kubernetes-types/core/v1.js';
import type { Draft } from '../manifests/index.ts';
import type { Container, ContainerPort, Pod } from '../model/index.ts';
import { checkDnsLabel, checkPort, checkTwins, checkWhole, quote, type Report } from '../report/index.ts';
import { bundlesOf, checkEnvironment, environmentOf } from './environment.ts';
import { probeOf } from './probes.ts';
import { resourcesOf } from './resources.ts';
import { containerSecurity } from './security.ts';
import { mountsOf } from './volumes.ts';

export const GRACE_SECONDS = 30;
const SLEEP_SECONDS = 5;
const PORT_NAME = /^(?=.*[a-z])[a-z0-9](?:-?[a-z0-9])*$/;

export function containerOf(pod: Pod, container: Container, field: string, report: Report): Draft<core.Container> {
  const { name, image, ports = [], probes } = container;
  checkDnsLabel(name, `${field}.name`, report);
  if (!image || image.trim() !== image)
    report('WORKLOAD_MISSING', `${field}.image`, `is ${quote(image)}; name an image, without spaces around it`);
  checkPorts(ports, `${field}.ports`, report);
  checkEnvironment(container, field, report);
  const probe = (kind: 'readiness' | 'liveness' | 'startup') =>
    probeOf(kind, probes?.[kind], ports, `${field}.probes.${kind}`, report);
  return {
    name,
    image,
    imagePullPolicy: container.imagePullPolicy,
    command: container.command,
    args: container.args,
    workingDir: container.workingDir,
    ports: ports.length > 0 ? ports.map(portOf) : undefined,
    env: environmentOf(container),
    envFrom: bundlesOf(container),
    resources: resourcesOf(container.resources, `${field}.resources`, report),
    readinessProbe: probe('readiness'),
    livenessProbe: probe('liveness'),
    startupProbe: probe('startup'),
    securityContext: containerSecurity(pod.security, ports),
    volumeMounts: mountsOf(pod, container),
  };
}

/** Endpoints go before the process does; a container that only prepares has none. */
export function lifecycleOf(
  pod: Pod,
  container: Container,
  field: string,
  report: Report,
): Draft<core.Lifecycle> | undefined {
  const { preStopSleepSeconds = SLEEP_SECONDS } = container;
  const { terminationGracePeriodSeconds = GRACE_SECONDS } = pod;
  checkWhole(
    container.preStopSleepSeconds,
    [0, terminationGracePeriodSeconds],
    `${field}.preStopSleepSeconds`,
    (at, message) => report('WORKLOAD_PROBE', at, `${message}, the time that the pod has to end`),
  );
  // A pod that must end at once has no time to sleep, whatever the default.
  const seconds = Math.min(preStopSleepSeconds, terminationGracePeriodSeconds);
  return seconds > 0 ? { preStop: { sleep: { seconds } } } : undefined;
}

const portOf = ({ name, port, protocol = 'TCP' }: ContainerPort): Draft<core.ContainerPort> => ({
  name,
  containerPort: port,
  protocol,
});

function checkPorts(ports: readonly ContainerPort[], field: string, report: Report): void {
  ports.forEach(({ port, name }, index) => {
    checkPort(port, `${field}[${index}].port`, report);
    if (name !== undefined && (name.length > 15 || !PORT_NAME.test(name)))
      report('WORKLOAD_NAME', `${field}[${index}].name`, `is ${quote(name)}; at most 15 of a–z, 0–9 and single "-"`);
  });
  checkTwins(
    ports.map(({ port, protocol = 'TCP' }) => `${port}/${protocol}`),
    (index, port) => report('WORKLOAD_PORT', `${field}[${index}].port`, `is ${port}, as another's is; leave one out`),
  );
  checkTwins(
    ports.map(({ name }) => name),
    (index, name) => report('WORKLOAD_PORT', `${field}[${index}].name`, `is ${quote(name)}, as another's is`),
  );
}
