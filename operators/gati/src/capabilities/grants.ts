import type { Mount, Network, Volume } from '@slipway/workloads';
import { nameOf } from '@slipway/workloads/names';
import { type CapabilityMap, NO_OWN_NAMES } from './capability-map.ts';
import type { Capability } from './known.ts';
import { networkOf } from './network.ts';
import { type CapabilityProblem, readCapabilities } from './reading.ts';
import type { CapabilitySettings } from './settings.ts';

const STORAGE_PATH = '/data';
const STORAGE_SIZE = '1Gi';
const SECRETS_PATH = '/etc/gati/secrets';
const STORAGE_VOLUME = 'gati-storage';

export interface GrantOptions {
  /** The operator's own names. @default none */
  readonly own?: CapabilityMap;
  /** Where the collector of metrics runs. @default 'monitoring' */
  readonly monitoringNamespace?: string;
}

/** What the capabilities of a module add to its pod, and whom it may talk to. */
export interface Grants {
  readonly granted: readonly Capability[];
  /** With any of them nothing may be made of the rest. */
  readonly problems: readonly CapabilityProblem[];
  readonly volumes: readonly Volume[];
  readonly mounts: readonly Mount[];
  readonly env: Readonly<Record<string, string>>;
  readonly network: Network;
  /** Hosts that were named and that no NetworkPolicy can hold a module to. */
  readonly hostsNotEnforced: readonly string[];
}

/** What a module's capabilities come to (G-125 to G-127). None of them becomes a Linux capability. */
export function grantsOf(spec: CapabilitySettings, options: GrantOptions = {}): Grants {
  const { own = NO_OWN_NAMES, monitoringNamespace = 'monitoring' } = options;
  const { granted, problems } = readCapabilities(spec.capabilities, own);
  const hosts = spec.network?.allowedHosts ?? [];
  const storage = storageOf(granted, spec);
  const secrets = granted.includes('secrets:read') ? secretsOf(spec) : [];
  const added = [...storage, ...secrets];
  return {
    granted,
    problems: [...problems, ...missingSettings(granted, spec)],
    volumes: added.map(({ volume }) => volume),
    mounts: added.map(({ mount }) => mount),
    env: {
      ...(granted.length > 0 && { GATI_CAPABILITIES: granted.join(',') }),
      ...(hosts.length > 0 && { GATI_ALLOWED_HOSTS: hosts.join(',') }),
    },
    network: networkOf(granted, spec, monitoringNamespace),
    hostsNotEnforced: hosts,
  };
}

interface Addition {
  readonly volume: Volume;
  readonly mount: Mount;
}

function storageOf(granted: readonly Capability[], { storage = {} }: CapabilitySettings): Addition[] {
  const isWritable = granted.includes('filesystem:write');
  if (!isWritable && !granted.includes('filesystem:read')) return [];
  const { claimName, sizeLimit = STORAGE_SIZE, mountPath = STORAGE_PATH } = storage;
  const source =
    claimName === undefined
      ? { emptyDir: { sizeLimit: sizeLimit } }
      : { persistentVolumeClaim: { claimName, ...(!isWritable && { readOnly: true }) } };
  return [
    {
      volume: { name: STORAGE_VOLUME, ...source },
      mount: { name: STORAGE_VOLUME, mountPath, ...(!isWritable && { readOnly: true }) },
    },
  ];
}

/** In order of their names: the order in which they were written rolls no pod. */
function secretsOf({ secrets = [] }: CapabilitySettings): Addition[] {
  return [...new Set(secrets)].toSorted().map((secretName) => {
    const name = nameOf([secretName], { prefix: 'gati-secret' });
    return {
      volume: { name, secret: { secretName } },
      mount: { name, mountPath: `${SECRETS_PATH}/${secretName}`, readOnly: true },
    };
  });
}

function missingSettings(
  granted: readonly Capability[],
  { storage, secrets = [] }: CapabilitySettings,
): CapabilityProblem[] {
  const needs = (capability: Capability, what: string): CapabilityProblem => ({
    reason: 'CapabilityNeedsConfig',
    message: `Capability ${capability} needs ${what}.`,
  });
  const readsOnly = granted.includes('filesystem:read') && !granted.includes('filesystem:write');
  return [
    ...(readsOnly && storage?.claimName === undefined
      ? [needs('filesystem:read', 'storage.claimName, the claim to read from; an empty folder holds nothing to read')]
      : []),
    ...(granted.includes('secrets:read') && secrets.length === 0
      ? [needs('secrets:read', 'secrets, the names of the Secrets to mount')]
      : []),
  ];
}
