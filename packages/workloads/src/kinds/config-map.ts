import { type Draft, type Manifest, metadataOf } from '../manifests/index.ts';
import type { Workload } from '../model/index.ts';
import { checkDnsLabel, checkTwins, quote, type Report } from '../report/index.ts';

const KEY = /^[-._a-zA-Z0-9]{1,253}$/;
/** What the API admits for all keys and values together. */
const LARGEST_BYTES = 1024 * 1024;

export function configMaps(workload: Workload, report: Report): Draft<Manifest>[] {
  const { configMaps: parts = [] } = workload;
  checkTwins(
    parts.map(({ name }) => name ?? workload.name),
    (index, name) => report('WORKLOAD_NAME', `configMaps[${index}].name`, `is ${quote(name)}, as another's is`),
  );
  return parts.map(({ name, data, immutable }, index) => {
    const field = `configMaps[${index}]`;
    if (name !== undefined) checkDnsLabel(name, `${field}.name`, report);
    for (const key of Object.keys(data)) {
      if (!KEY.test(key) || /^\.\.?$/.test(key))
        report('WORKLOAD_NAME', `${field}.data`, `has the key ${quote(key)}; use letters, digits, "-", "_" and "."`);
    }
    const bytes = Object.entries(data)
      .flat()
      .reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    if (bytes > LARGEST_BYTES)
      report('WORKLOAD_VOLUME', `${field}.data`, `has ${bytes} bytes; at most ${LARGEST_BYTES}`);
    return {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: metadataOf(workload, name === undefined ? {} : { name }),
      data,
      immutable,
    };
  });
}
