import { type Draft, type Manifest, metadataOf, selectorOf } from '../manifests/index.ts';
import type { StatefulSetOptions, Workload } from '../model/index.ts';
import { checkQuantity, podTemplate } from '../pods/index.ts';
import { checkDnsLabel, checkWhole, MANY, type Report } from '../report/index.ts';
import { appliedReplicas } from './replicas.ts';

export function statefulSets(workload: Workload, report: Report): Draft<Manifest>[] {
  const { pod, statefulSet } = workload;
  if (statefulSet === undefined) return [];
  if (pod === undefined) {
    report('WORKLOAD_MISSING', 'pod', 'is missing; a StatefulSet is made of pods');
    return [];
  }
  const serviceName = statefulSet.serviceName ?? headlessService(workload);
  if (serviceName === undefined)
    report(
      'WORKLOAD_MISSING',
      'statefulSet.serviceName',
      'is missing; its pods get their addresses from a headless Service: name one, or describe one in services',
    );
  checkStatefulSet(statefulSet, report);
  return [
    {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: metadataOf(workload),
      spec: {
        serviceName: serviceName ?? '',
        replicas: appliedReplicas(workload),
        selector: { matchLabels: selectorOf(workload) },
        podManagementPolicy: statefulSet.podManagement ?? 'OrderedReady',
        updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: statefulSet.partition ?? 0 } },
        minReadySeconds: statefulSet.minReadySeconds,
        template: podTemplate(workload, pod, report),
        volumeClaimTemplates: statefulSet.claims?.map((claim) => ({
          metadata: { name: claim.name },
          spec: {
            accessModes: [claim.accessMode ?? 'ReadWriteOnce'],
            resources: { requests: { storage: claim.size } },
            storageClassName: claim.storageClassName,
          },
        })),
      },
    },
  ];
}

function headlessService({ name, services = [] }: Workload): string | undefined {
  const service = services.find(({ headless }) => headless === true);
  return service && (service.name ?? name);
}

function checkStatefulSet({ partition, minReadySeconds, claims = [] }: StatefulSetOptions, report: Report): void {
  const tell = (at: string, message: string): void => report('WORKLOAD_SCALING', `statefulSet.${at}`, message);
  checkWhole(partition, [0, MANY], 'partition', tell);
  checkWhole(minReadySeconds, [0, MANY], 'minReadySeconds', tell);
  claims.forEach(({ name, size }, index) => {
    checkDnsLabel(name, `statefulSet.claims[${index}].name`, report);
    checkQuantity(size, `statefulSet.claims[${index}].size`, report);
  });
}
