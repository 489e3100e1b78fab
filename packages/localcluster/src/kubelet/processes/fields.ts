import { nanosOf, parseQuantity } from '@slipway/apimachinery/quantity';
import { containersOf, type PodObject } from '../lifecycle/index.ts';

/** What the downward API says of a pod: `metadata.name`, `metadata.labels['app']`, `status.podIP` … */
export function fieldValue(
  pod: PodObject,
  path: string,
  { podIP, hostIP }: { readonly podIP: string; readonly hostIP: string },
): string {
  const { metadata, spec } = pod;
  const keyed = /^metadata\.(labels|annotations)\['(.*)'\]$/.exec(path);
  if (keyed) return metadata[keyed[1] as 'labels' | 'annotations']?.[keyed[2] ?? ''] ?? '';
  switch (path) {
    case 'metadata.name':
      return metadata.name;
    case 'metadata.namespace':
      return metadata.namespace ?? '';
    case 'metadata.uid':
      return metadata.uid;
    case 'metadata.labels':
      return listed(metadata.labels);
    case 'metadata.annotations':
      return listed(metadata.annotations);
    case 'spec.nodeName':
      return spec?.nodeName ?? '';
    case 'spec.serviceAccountName':
      return spec?.serviceAccountName ?? '';
    case 'status.podIP':
    case 'status.podIPs':
      return podIP;
    case 'status.hostIP':
    case 'status.hostIPs':
      return hostIP;
    default:
      return '';
  }
}

/** One `key="value"` per line, sorted by key. */
function listed(entries: Readonly<Record<string, string>> = {}): string {
  return Object.entries(entries)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .join('\n');
}

/** A request or limit of a container: `limits.cpu` in units of its divisor, rounded up. */
export function resourceValue(pod: PodObject, name: string, path: string, divisor: string | undefined): string {
  const container = containersOf(pod).find((each) => each.name === name);
  const [list = '', ...rest] = path.split('.');
  const text = container?.resources?.[list as 'limits' | 'requests']?.[rest.join('.')];
  if (text === undefined) return '0';
  const unit = nanosOf(parseQuantity(divisor === undefined || divisor === '0' ? '1' : divisor));
  return String((nanosOf(parseQuantity(text)) + unit - 1n) / unit);
}
