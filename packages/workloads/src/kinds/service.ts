import type * as core from 'kubernetes-types/core/v1.js';
import { type Draft, type Manifest, metadataOf, selectorOf } from '../manifests/index.ts';
import type { ServicePart, ServicePort, Workload } from '../model/index.ts';
import { checkDnsLabel, checkKeys, checkLabels, checkPort, checkTwins, quote, type Report } from '../report/index.ts';

export function services(workload: Workload, report: Report): Draft<Manifest>[] {
  const { services: parts = [] } = workload;
  checkTwins(
    parts.map(({ name }) => name ?? workload.name),
    (index, name) => report('WORKLOAD_NAME', `services[${index}].name`, `is ${quote(name)}, as another's is`),
  );
  return parts.map((part, index) => {
    checkService(workload, part, `services[${index}]`, report);
    const { type = 'ClusterIP', headless = false, ports, selector = selectorOf(workload) } = part;
    return {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: metadataOf(workload, part),
      spec: {
        type,
        clusterIP: headless ? 'None' : undefined,
        selector,
        ports: ports.map(portOf),
        publishNotReadyAddresses: part.publishNotReadyAddresses,
      },
    };
  });
}

const portOf = ({
  port,
  targetPort = port,
  name,
  protocol = 'TCP',
  appProtocol,
}: ServicePort): Draft<core.ServicePort> => ({
  name,
  port,
  targetPort,
  protocol,
  appProtocol,
});

function checkService(workload: Workload, part: ServicePart, field: string, report: Report): void {
  const { name = workload.name, ports, headless = false, type = 'ClusterIP' } = part;
  if (part.name !== undefined) checkDnsLabel(name, `${field}.name`, report);
  if (/^\d/.test(name)) report('WORKLOAD_NAME', `${field}.name`, `is ${quote(name)}; a Service's starts with a letter`);
  checkLabels(part.selector, `${field}.selector`, report);
  checkKeys(part.annotations, `${field}.annotations`, report);
  if (headless && type !== 'ClusterIP')
    report('WORKLOAD_PORT', `${field}.headless`, `is true with type ${type}, which needs an address; leave one out`);
  if (ports.length === 0) report('WORKLOAD_PORT', `${field}.ports`, 'is empty; a Service has at least one');
  const listened = new Set(
    (workload.pod?.containers ?? []).flatMap((container) => container.ports ?? []).map((port) => port.name),
  );
  ports.forEach(({ port, targetPort = port, name: portName }, index) => {
    const at = `${field}.ports[${index}]`;
    checkPort(port, `${at}.port`, report);
    if (typeof targetPort === 'number') checkPort(targetPort, `${at}.targetPort`, report);
    else if (workload.pod && part.selector === undefined && !listened.has(targetPort))
      report('WORKLOAD_PORT', `${at}.targetPort`, `is ${quote(targetPort)}, which no port of a container is called`);
    if (portName !== undefined) checkDnsLabel(portName, `${at}.name`, report);
    else if (ports.length > 1) report('WORKLOAD_PORT', `${at}.name`, 'is missing; of several ports each needs a name');
  });
  checkTwins(
    ports.map(({ port, protocol = 'TCP' }) => `${port}/${protocol}`),
    (index, port) =>
      report('WORKLOAD_PORT', `${field}.ports[${index}].port`, `is ${port}, as another's is; leave one out`),
  );
  checkTwins(
    ports.map((port) => port.name),
    (index, twin) => report('WORKLOAD_PORT', `${field}.ports[${index}].name`, `is ${quote(twin)}, as another's is`),
  );
}
