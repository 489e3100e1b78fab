import type { Volume as ApiVolume } from 'kubernetes-types/core/v1.js';
import type { Draft } from '../manifests/index.ts';
import type { Container, Mount, Pod, Workload } from '../model/index.ts';
import { checkDnsLabel, checkRepeated, checkTwins, quote, type Report } from '../report/index.ts';
import { checkQuantity } from './resources.ts';

const SOURCES = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
] as const;

/** A read-only root leaves programs nowhere to write a temporary file. */
const TEMPORARY = { name: 'tmp', mountPath: '/tmp', sizeLimit: '64Mi' };

const isReadOnly = ({ security }: Pod): boolean => security?.readOnlyRootFilesystem ?? true;
const hasOwn = ({ mounts = [] }: Container): boolean =>
  mounts.some(({ mountPath }) => mountPath === TEMPORARY.mountPath);
const containersOf = ({ initContainers = [], containers }: Pod): readonly Container[] => [
  ...initContainers,
  ...containers,
];

/** Mounts of a container, the temporary folder included. */
export function mountsOf(pod: Pod, container: Container): readonly Mount[] {
  const { mounts = [] } = container;
  const { name, mountPath } = TEMPORARY;
  return isReadOnly(pod) && !hasOwn(container) ? [...mounts, { name, mountPath }] : mounts;
}

export function volumesOf(pod: Pod): Draft<ApiVolume>[] {
  const volumes = (pod.volumes ?? []).map((volume): Draft<ApiVolume> => {
    const source = SOURCES.find((name) => volume[name] !== undefined);
    return { name: volume.name, ...(source && { [source]: volume[source] }) };
  });
  const { name, sizeLimit } = TEMPORARY;
  const needsTemporary = isReadOnly(pod) && containersOf(pod).some((container) => !hasOwn(container));
  return needsTemporary ? [...volumes, { name, emptyDir: { sizeLimit } }] : volumes;
}

export function checkVolumes({ statefulSet }: Workload, pod: Pod, field: string, report: Report): void {
  const volumes = pod.volumes ?? [];
  volumes.forEach((volume, index) => {
    const at = `${field}.volumes[${index}]`;
    checkDnsLabel(volume.name, `${at}.name`, report);
    const others = Object.keys(volume).filter((key) => key !== 'name' && !SOURCES.some((source) => source === key));
    const used = SOURCES.filter((source) => volume[source] !== undefined);
    if (others.length > 0)
      report('WORKLOAD_SECURITY', at, `is a ${others.join(' and ')}; the kinds for pods are ${SOURCES.join(', ')}`);
    else if (used.length !== 1) report('WORKLOAD_VOLUME', at, `has ${used.length} sources; give one`);
    if (volume.emptyDir?.sizeLimit !== undefined)
      checkQuantity(volume.emptyDir.sizeLimit, `${at}.emptyDir.sizeLimit`, report);
  });
  const names = [...volumes, ...(statefulSet?.claims ?? [])].map(({ name }) => name);
  checkRepeated(names, (name) =>
    report('WORKLOAD_VOLUME', `${field}.volumes`, `holds ${quote(name)} twice; rename one`),
  );
  if (names.includes(TEMPORARY.name) && volumesOf(pod).length > volumes.length)
    report('WORKLOAD_VOLUME', `${field}.volumes`, 'holds "tmp", the name of the temporary folder; mount it at /tmp');
  for (const list of ['initContainers', 'containers'] as const) {
    pod[list]?.forEach(({ mounts = [] }, index) => {
      checkMounts(mounts, names, `${field}.${list}[${index}].mounts`, report);
    });
  }
}

function checkMounts(mounts: readonly Mount[], volumes: readonly string[], field: string, report: Report): void {
  mounts.forEach(({ name, mountPath }, index) => {
    if (!volumes.includes(name))
      report('WORKLOAD_VOLUME', `${field}[${index}].name`, `is ${quote(name)}, which no volume is called`);
    if (!mountPath.startsWith('/') || mountPath.includes(':'))
      report('WORKLOAD_VOLUME', `${field}[${index}].mountPath`, `is ${quote(mountPath)}; give a full path without ":"`);
  });
  checkTwins(
    mounts.map(({ mountPath }) => mountPath),
    (index, path) => report('WORKLOAD_VOLUME', `${field}[${index}].mountPath`, `is ${quote(path)} as another's is`),
  );
}
