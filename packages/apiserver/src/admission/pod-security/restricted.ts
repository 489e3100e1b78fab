import { objectsAt } from '../../admitted/index.ts';
import { type JsonObject, textAt } from '../../objects/index.ts';
import { addedCapabilities, procMount } from './baseline.ts';
import type { Check } from './levels.ts';
import { missingSeccomp } from './seccomp.ts';
import {
  containers,
  containersOf,
  containersWhere,
  contextAt,
  hasOwnUsers,
  isWindows,
  plural,
  quoted,
  type Subject,
  setters,
  sorted,
  type Violation,
} from './subject.ts';

type CheckFunction = (subject: Subject) => Violation | undefined;

const unlessWindows =
  (check: CheckFunction): CheckFunction =>
  (subject) =>
    isWindows(subject) ? undefined : check(subject);

const unlessOwnUsers =
  (check: CheckFunction): CheckFunction =>
  (subject) =>
    hasOwnUsers(subject) ? undefined : check(subject);

function allowPrivilegeEscalation(subject: Subject): Violation | undefined {
  const names = containersWhere(subject, (container) => contextAt(container, 'allowPrivilegeEscalation') !== false);
  if (names.length === 0) return undefined;
  return {
    reason: 'allowPrivilegeEscalation != false',
    detail: `${containers(names)} must set securityContext.allowPrivilegeEscalation=false`,
  };
}

function capabilitiesRestricted(subject: Subject): Violation | undefined {
  const keeping = containersWhere(subject, (container) => {
    const dropped = contextAt(container, 'capabilities', 'drop');
    return !Array.isArray(dropped) || !dropped.includes('ALL');
  });
  const strange = (container: JsonObject) => addedCapabilities(container).filter((one) => one !== 'NET_BIND_SERVICE');
  const adding = containersWhere(subject, (container) => strange(container).length > 0);
  const all = quoted(sorted(containersOf(subject).flatMap(strange)));
  const details = [
    ...(keeping.length > 0 ? [`${containers(keeping)} must set securityContext.capabilities.drop=["ALL"]`] : []),
    ...(adding.length > 0 ? [`${containers(adding)} must not include ${all} in securityContext.capabilities.add`] : []),
  ];
  return details.length > 0 ? { reason: 'unrestricted capabilities', detail: details.join('; ') } : undefined;
}

const VOLUMES = 'configMap csi downwardAPI emptyDir ephemeral image persistentVolumeClaim projected secret'.split(' ');
const OTHER_VOLUMES =
  'hostPath gcePersistentDisk awsElasticBlockStore gitRepo nfs iscsi glusterfs rbd flexVolume cinder cephfs flocker fc azureFile vsphereVolume quobyte azureDisk photonPersistentDisk portworxVolume scaleIO storageos'.split(
    ' ',
  );

function restrictedVolumes({ spec }: Subject): Violation | undefined {
  const bad = objectsAt(spec, 'volumes').filter((volume) => !VOLUMES.some((type) => volume[type]));
  if (bad.length === 0) return undefined;
  const names = bad.map((volume) => textAt(volume, 'name'));
  const types = sorted(bad.map((volume) => OTHER_VOLUMES.find((type) => volume[type]) ?? 'unknown'));
  const who = `${plural('volume', 'volumes', names)} ${quoted(names)} ${plural('uses', 'use', names)}`;
  const what = `${plural('restricted volume type', 'restricted volume types', types)} ${quoted(types)}`;
  return { reason: 'restricted volume types', detail: `${who} ${what}` };
}

function runAsNonRoot(subject: Subject): Violation | undefined {
  const reason = 'runAsNonRoot != true';
  const who = setters(subject, (owner) => contextAt(owner, 'runAsNonRoot') === false);
  if (who !== '') return { reason, detail: `${who} must not set securityContext.runAsNonRoot=false` };
  if (contextAt(subject.spec, 'runAsNonRoot') === true) return undefined;
  const names = containersWhere(subject, (container) => contextAt(container, 'runAsNonRoot') === undefined);
  if (names.length === 0) return undefined;
  return { reason, detail: `pod or ${containers(names)} must set securityContext.runAsNonRoot=true` };
}

function runAsUser(subject: Subject): Violation | undefined {
  const who = setters(subject, (owner) => contextAt(owner, 'runAsUser') === 0);
  return who === '' ? undefined : { reason: 'runAsUser=0', detail: `${who} must not set runAsUser=0` };
}

/** In the order in which violations are reported, after those of the baseline. */
export const RESTRICTED: readonly Check[] = [
  {
    id: 'allowPrivilegeEscalation',
    versions: [
      { since: 8, check: allowPrivilegeEscalation },
      { since: 25, check: unlessWindows(allowPrivilegeEscalation) },
    ],
  },
  {
    id: 'capabilities_restricted',
    overrides: 'capabilities_baseline',
    versions: [
      { since: 22, check: capabilitiesRestricted },
      { since: 25, check: unlessWindows(capabilitiesRestricted) },
    ],
  },
  { id: 'procMount_restricted', overrides: 'procMount', versions: [{ since: 35, check: procMount }] },
  { id: 'restrictedVolumes', overrides: 'hostPathVolumes', versions: [{ since: 0, check: restrictedVolumes }] },
  {
    id: 'runAsNonRoot',
    versions: [
      { since: 0, check: runAsNonRoot },
      { since: 35, check: unlessOwnUsers(runAsNonRoot) },
    ],
  },
  {
    id: 'runAsUser',
    versions: [
      { since: 23, check: runAsUser },
      { since: 35, check: unlessOwnUsers(runAsUser) },
    ],
  },
  {
    id: 'seccompProfile_restricted',
    overrides: 'seccompProfile_baseline',
    versions: [
      { since: 19, check: missingSeccomp },
      { since: 25, check: unlessWindows(missingSeccomp) },
    ],
  },
];
