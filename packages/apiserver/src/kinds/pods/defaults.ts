import { part, RBD, SCALE_IO, type TypeDefaults } from '../../defaults/index.ts';
import { fieldAt, isJsonObject, type JsonObject, textAt, without } from '../../objects/index.ts';
import { pullPolicyOf } from './image-name.ts';
import { withPodDefaults } from './pod-defaults.ts';

function withPullPolicy(container: JsonObject): JsonObject {
  const kept = withoutStopSignal(container);
  return kept['imagePullPolicy'] ? kept : { ...kept, imagePullPolicy: pullPolicyOf(textAt(kept, 'image')) };
}

/** A field behind a gate that is closed by default: dropped without a word. */
function withoutStopSignal(container: JsonObject): JsonObject {
  const lifecycle = part(container, 'lifecycle');
  if (lifecycle['stopSignal'] === undefined) return container;
  const kept = without(lifecycle, 'stopSignal');
  return Object.keys(kept).length > 0 ? { ...container, lifecycle: kept } : without(container, 'lifecycle');
}

/** The account has two names of one meaning; what is set in either holds for both. */
function withBothAccountNames(spec: JsonObject): JsonObject {
  const name = spec['serviceAccountName'] || spec['serviceAccount'];
  if (!name || (spec['serviceAccountName'] === name && spec['serviceAccount'] === name)) return spec;
  return { ...spec, serviceAccountName: name, serviceAccount: name };
}

/** The address of a pod is also the first of its addresses. */
function withBothAddresses(status: JsonObject): JsonObject {
  const { podIP, podIPs } = status;
  const first = Array.isArray(podIPs) ? fieldAt(podIPs[0], ['ip']) : undefined;
  if (!podIP) return typeof first === 'string' ? { ...status, podIP: first } : status;
  return podIP === first ? status : { ...status, podIPs: [{ ip: podIP }] };
}

function withVolumeSource(volume: JsonObject): JsonObject {
  const image = volume['image'];
  if (isJsonObject(image) && !image['pullPolicy']) {
    return { ...volume, image: { ...image, pullPolicy: pullPolicyOf(textAt(image, 'reference')) } };
  }
  return Object.keys(volume).some((key) => key !== 'name') ? volume : { ...volume, emptyDir: {} };
}

const MODE: JsonObject = { defaultMode: 0o644 };

export const defaults: TypeDefaults = {
  constants: {
    'core.v1.PodSpec': {
      restartPolicy: 'Always',
      terminationGracePeriodSeconds: 30,
      dnsPolicy: 'ClusterFirst',
      securityContext: {},
      schedulerName: 'default-scheduler',
    },
    'core.v1.Container': { terminationMessagePath: '/dev/termination-log', terminationMessagePolicy: 'File' },
    'core.v1.EphemeralContainer': { terminationMessagePath: '/dev/termination-log', terminationMessagePolicy: 'File' },
    'core.v1.ContainerPort': { protocol: 'TCP' },
    'core.v1.Probe': { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 },
    'core.v1.HTTPGetAction': { path: '/', scheme: 'HTTP' },
    'core.v1.GRPCAction': { service: '' },
    'core.v1.ObjectFieldSelector': { apiVersion: 'v1' },
    'core.v1.SecretVolumeSource': MODE,
    'core.v1.ConfigMapVolumeSource': MODE,
    'core.v1.DownwardAPIVolumeSource': MODE,
    'core.v1.ProjectedVolumeSource': MODE,
    'core.v1.ServiceAccountTokenProjection': { expirationSeconds: 3600 },
    'core.v1.HostPathVolumeSource': { type: '' },
    'core.v1.ISCSIVolumeSource': { iscsiInterface: 'default' },
    'core.v1.RBDVolumeSource': RBD,
    'core.v1.ScaleIOVolumeSource': SCALE_IO,
    'core.v1.AzureDiskVolumeSource': { cachingMode: 'ReadWrite', fsType: 'ext4', readOnly: false, kind: 'Shared' },
  },
  computed: {
    'core.v1.Pod': withPodDefaults,
    'core.v1.PodSpec': withBothAccountNames,
    'core.v1.PodStatus': withBothAddresses,
    'core.v1.Container': withPullPolicy,
    'core.v1.EphemeralContainer': withPullPolicy,
    'core.v1.Volume': withVolumeSource,
  },
};
