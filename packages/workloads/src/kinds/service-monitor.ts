import { type Draft, type Manifest, metadataOf, selectorOf } from '../manifests/index.ts';
import type { Workload } from '../model/index.ts';
import { checkDnsLabel, checkLabels, quote, type Report } from '../report/index.ts';

const DURATION = /^(?:\d+h)?(?:\d+m)?(?:\d+s)?(?:\d+ms)?$/;

export function serviceMonitors(workload: Workload, report: Report): Draft<Manifest>[] {
  const { monitor } = workload;
  if (monitor === undefined) return [];
  const { name, port, path = '/metrics', interval = '30s', labels, selector = selectorOf(workload) } = monitor;
  if (name !== undefined) checkDnsLabel(name, 'monitor.name', report);
  checkLabels(labels, 'monitor.labels', report);
  checkLabels(monitor.selector, 'monitor.selector', report);
  if (interval === '' || !DURATION.test(interval))
    report('WORKLOAD_MISSING', 'monitor.interval', `is ${quote(interval)}; write 30s or 1m30s`);
  const names = workload.services?.flatMap((service) => service.ports.map((servicePort) => servicePort.name));
  if (names && monitor.selector === undefined && !names.includes(port))
    report('WORKLOAD_PORT', 'monitor.port', `is ${quote(port)}, which no port of a Service is called`);
  return [
    {
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'ServiceMonitor',
      metadata: metadataOf(workload, { ...(name !== undefined && { name }), ...(labels && { labels }) }),
      spec: { selector: { matchLabels: selector }, endpoints: [{ port, path, interval }] },
    },
  ];
}
