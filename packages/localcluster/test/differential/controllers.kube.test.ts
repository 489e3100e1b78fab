import { defineKind } from '@slipway/kube';
import {
  ControllerRevision,
  CronJob,
  DaemonSet,
  Deployment,
  EndpointSlice,
  Endpoints,
  HorizontalPodAutoscaler,
  Job,
  PersistentVolumeClaim,
  Pod,
  PodDisruptionBudget,
  ReplicaSet,
  ResourceQuota,
  Service,
  StatefulSet,
} from '@slipway/kube/kinds';
import { describe, it } from 'vitest';
import { type Place, useControlTwins } from './control-twins.ts';
import { RUNNING, type Stage } from './stage.ts';

const ReplicationController = defineKind({
  group: '',
  version: 'v1',
  kind: 'ReplicationController',
  plural: 'replicationcontrollers',
  scope: 'Namespaced',
});

const template = (image = 'web:1', placed: object = {}) => ({
  metadata: { labels: { app: 'web' } },
  spec: {
    ...placed,
    terminationGracePeriodSeconds: 0,
    containers: [{ name: 'web', image, ports: [{ name: 'http', containerPort: 8080 }] }],
  },
});
const deployment = (replicas: number, spec: object = {}) => ({
  spec: { replicas, selector: { matchLabels: { app: 'web' } }, template: template(), ...spec },
});

async function statusOf(stage: Stage): Promise<NonNullable<Awaited<ReturnType<typeof rollout>>>> {
  return (await rollout(stage)) ?? {};
}
const rollout = async (stage: Stage) => {
  const found = await stage.get(Deployment, 'web');
  return found?.status?.observedGeneration === found?.metadata.generation ? found?.status : undefined;
};
const isRolledOut = (stage: Stage, replicas: number) => async () => {
  const { updatedReplicas = 0, availableReplicas = 0, replicas: all = 0 } = await statusOf(stage);
  return updatedReplicas === replicas && availableReplicas === replicas && all === replicas;
};

describe('L-20: the controllers end where the real ones do', () => {
  const twins = useControlTwins();
  const expectSame = (scene: (stage: Stage) => Promise<void>, places: readonly Place[] = ['bare', 'local']) =>
    twins.expectSame(scene, places);
  /** Who collects garbage and who looks for service accounts is part of the cluster, not one of the controllers. */
  const COLLECTED: readonly Place[] = ['local'];

  it('L-20: a Deployment makes its pods and says so', () =>
    expectSame(async (stage) => {
      stage.show(Deployment, ReplicaSet);
      await stage.create(Deployment, 'web', deployment(3));
      await stage.until(async () => (await stage.list(Pod)).length === 3);
    }));

  it('L-20: a rolling update goes one pod after the other, and its history stays', () =>
    expectSame(async (stage) => {
      stage.show(Deployment, ReplicaSet);
      await stage.create(Deployment, 'web', deployment(3));
      await stage.readyUntil(isRolledOut(stage, 3));
      await stage.patch(Deployment, 'web', { spec: { template: template('web:2') } });
      await stage.readyUntil(isRolledOut(stage, 3));
    }));

  it('L-20: going back to an earlier template takes its set again, with a new revision', () =>
    expectSame(async (stage) => {
      stage.show(Deployment, ReplicaSet);
      await stage.create(Deployment, 'web', deployment(2));
      await stage.readyUntil(isRolledOut(stage, 2));
      for (const image of ['web:2', 'web:1']) {
        await stage.patch(Deployment, 'web', { spec: { template: template(image) } });
        await stage.readyUntil(isRolledOut(stage, 2));
      }
    }));

  it('L-20: Recreate ends all pods before it makes new ones', () =>
    expectSame(async (stage) => {
      stage.show(Deployment, ReplicaSet);
      await stage.create(Deployment, 'web', deployment(2, { strategy: { type: 'Recreate' } }));
      await stage.readyUntil(isRolledOut(stage, 2));
      await stage.patch(Deployment, 'web', { spec: { template: template('web:2') } });
      await stage.readyUntil(isRolledOut(stage, 2));
    }));

  it('L-20: a paused Deployment is scaled but not rolled', () =>
    expectSame(async (stage) => {
      stage.show(Deployment, ReplicaSet);
      await stage.create(Deployment, 'web', deployment(2));
      await stage.readyUntil(isRolledOut(stage, 2));
      await stage.patch(Deployment, 'web', { spec: { paused: true } });
      await stage.until(
        async () => (await statusOf(stage)).conditions?.some(({ reason }) => reason === 'DeploymentPaused') ?? false,
      );
      await stage.patch(Deployment, 'web', { spec: { replicas: 3, template: template('web:2') } });
      await stage.readyUntil(async () => (await statusOf(stage)).availableReplicas === 3);
    }));

  it('L-20: a Service has the addresses of its ready pods', () =>
    expectSame(async (stage) => {
      stage.show(ReplicaSet, EndpointSlice, Endpoints);
      await stage.create(Service, 'web', {
        spec: { selector: { app: 'web' }, ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
      });
      await stage.create(Service, 'empty', {
        spec: { clusterIP: 'None', selector: { app: 'nobody' }, ports: [{ port: 80 }] },
      });
      await stage.node('n1');
      await stage.create(Deployment, 'web', deployment(2, { template: template('web:1', { nodeName: 'n1' }) }));
      await stage.until(async () => (await stage.list(Pod)).length === 2);
      await stage.actPods((_pod, index) => ({
        ...RUNNING,
        podIP: `10.1.2.${index}`,
        podIPs: [{ ip: `10.1.2.${index}` }],
        conditions: [
          { type: 'Ready', status: index === 0 ? 'True' : 'False', lastTransitionTime: '2026-01-01T00:00:00Z' },
        ],
      }));
      await stage.until(async () => {
        const slices = await stage.list(EndpointSlice);
        return (
          slices.some(({ endpoints }) => endpoints?.length === 2) &&
          (await stage.get(Endpoints, 'web'))?.subsets?.length === 1
        );
      });
    }));

  it('L-7: owners take their dependents along, or leave them behind', () =>
    expectSame(async (stage) => {
      stage.show(Deployment, ReplicaSet);
      await stage.create(Deployment, 'web', deployment(2));
      await stage.until(async () => (await stage.list(Pod)).length === 2);
      await stage.remove(Deployment, 'web', 'Orphan');
      await stage.until(async () => (await stage.list(ReplicaSet)).every(({ metadata }) => !metadata.ownerReferences));
    }, COLLECTED));

  it('L-7: foreground deletion takes the pods first', () =>
    expectSame(async (stage) => {
      stage.show(Deployment, ReplicaSet);
      await stage.create(Deployment, 'web', deployment(2));
      await stage.until(async () => (await stage.list(Pod)).length === 2);
      await stage.remove(Deployment, 'web', 'Foreground');
      await stage.until(async () => (await stage.list(Deployment)).length === 0);
    }, COLLECTED));

  const job = (spec: object) => ({
    spec: {
      template: {
        spec: {
          restartPolicy: 'Never',
          terminationGracePeriodSeconds: 0,
          containers: [{ name: 'work', image: 'work:1' }],
        },
      },
      ...spec,
    },
  });
  const isOver = (stage: Stage) => async () =>
    (await stage.get(Job, 'work'))?.status?.conditions?.some(({ type }) => type === 'Complete' || type === 'Failed') ??
    false;
  const end = (stage: Stage, phase: string) => async () => {
    await stage.actPods(({ status }) => (status?.phase === 'Pending' ? { phase } : undefined));
    return isOver(stage)();
  };

  it('L-20: a Job counts its successes and is complete', () =>
    expectSame(async (stage) => {
      stage.show(Job);
      await stage.create(Job, 'work', job({ completions: 3, parallelism: 2 }));
      await stage.until(end(stage, 'Succeeded'));
    }));

  it('L-20: an Indexed Job gives each index a pod', () =>
    expectSame(async (stage) => {
      stage.show(Job);
      await stage.create(Job, 'work', job({ completions: 3, parallelism: 3, completionMode: 'Indexed' }));
      await stage.until(end(stage, 'Succeeded'));
    }));

  it('L-20: a Job that fails too often is failed', () =>
    expectSame(async (stage) => {
      stage.show(Job);
      await stage.create(Job, 'work', job({ backoffLimit: 0, parallelism: 2, completions: 2 }));
      await stage.until(async () => (await stage.list(Pod)).length === 2);
      await stage.actPods((_pod, index) => (index === 0 ? { phase: 'Failed' } : undefined));
      await stage.until(isOver(stage));
    }));

  const statefulSet = (replicas: number, spec: object = {}) => ({
    spec: { replicas, serviceName: 'web', selector: { matchLabels: { app: 'web' } }, template: template(), ...spec },
  });
  const isUp = (stage: Stage, replicas: number) => async () => {
    const found = await stage.get(StatefulSet, 'web');
    const { observedGeneration, availableReplicas, updatedReplicas, replicas: all } = found?.status ?? {};
    const isSeen = observedGeneration === found?.metadata.generation;
    return isSeen && availableReplicas === replicas && updatedReplicas === replicas && all === replicas;
  };

  it('L-20: a StatefulSet makes its pods in order, each with its claim', () =>
    expectSame(async (stage) => {
      stage.show(StatefulSet, ControllerRevision, PersistentVolumeClaim);
      const claim = {
        metadata: { name: 'data' },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      };
      await stage.create(StatefulSet, 'web', statefulSet(2, { volumeClaimTemplates: [claim] }));
      await stage.readyUntil(isUp(stage, 2));
    }));

  it('L-20: a StatefulSet is updated from the top, down to its partition', () =>
    expectSame(async (stage) => {
      stage.show(StatefulSet, ControllerRevision);
      await stage.create(StatefulSet, 'web', statefulSet(3));
      await stage.readyUntil(isUp(stage, 3));
      const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { partition: 1 } };
      await stage.patch(StatefulSet, 'web', { spec: { updateStrategy, template: template('web:2') } });
      await stage.readyUntil(async () => {
        const { updatedReplicas, availableReplicas } = (await stage.get(StatefulSet, 'web'))?.status ?? {};
        return updatedReplicas === 2 && availableReplicas === 3;
      });
    }));

  it('L-20: a StatefulSet is scaled down from the top', () =>
    expectSame(async (stage) => {
      stage.show(StatefulSet, ControllerRevision);
      await stage.create(StatefulSet, 'web', statefulSet(3, { podManagementPolicy: 'Parallel' }));
      await stage.readyUntil(isUp(stage, 3));
      await stage.patch(StatefulSet, 'web', { spec: { replicas: 1 } });
      await stage.until(isUp(stage, 1));
    }));

  it.each([{ maxUnavailable: '50%' }, { minAvailable: 1 }])(
    'L-20: a budget of %j counts the pods that may go',
    (bound) =>
      expectSame(async (stage) => {
        stage.show(PodDisruptionBudget, ReplicaSet);
        const selector = { matchLabels: { app: 'web' } };
        await stage.create(PodDisruptionBudget, 'web', { spec: { ...bound, selector } });
        await stage.create(Deployment, 'web', deployment(3));
        await stage.readyUntil(isRolledOut(stage, 3));
        await stage.until(async () => (await stage.get(PodDisruptionBudget, 'web'))?.status?.disruptionsAllowed === 2);
      }),
  );

  it('L-20: a quota says what is used of it', () =>
    expectSame(async (stage) => {
      stage.show(ResourceQuota, ReplicaSet);
      const hard = {
        pods: '10',
        'count/deployments.apps': '5',
        configmaps: '9',
        services: '3',
        'requests.storage': '1Ti',
      };
      await stage.create(ResourceQuota, 'web', { spec: { hard } });
      await stage.until(async () => (await stage.get(ResourceQuota, 'web'))?.status?.used?.['pods'] === '0');
      await stage.create(Deployment, 'web', deployment(2));
      await stage.until(async () => {
        const used = (await stage.get(ResourceQuota, 'web'))?.status?.used ?? {};
        return used['pods'] === '2' && used['count/deployments.apps'] === '1';
      });
    }, COLLECTED));

  it('L-20: an autoscaler keeps its target within its bounds, and says when there is none', () =>
    expectSame(async (stage) => {
      stage.show(HorizontalPodAutoscaler, ReplicaSet);
      const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
      await stage.create(Deployment, 'web', deployment(1));
      // Its controller writes no more: the autoscaler's first try would end in a conflict, and in an Event.
      await stage.until(async () => (await statusOf(stage)).unavailableReplicas === 1);
      await stage.create(HorizontalPodAutoscaler, 'web', { spec: { scaleTargetRef, minReplicas: 2, maxReplicas: 3 } });
      await stage.create(HorizontalPodAutoscaler, 'lost', {
        spec: { scaleTargetRef: { ...scaleTargetRef, name: 'lost' }, minReplicas: 2, maxReplicas: 3 },
      });
      await stage.until(async () => (await stage.list(Pod)).length === 2);
      await stage.until(async () =>
        (await stage.list(HorizontalPodAutoscaler)).every(({ status }) => status?.conditions),
      );
    }));

  it('L-20: a DaemonSet has a pod on each of its nodes and replaces them one by one', () =>
    expectSame(async (stage) => {
      stage.show(DaemonSet, ControllerRevision);
      for (const name of ['d1', 'd2']) await stage.node(name, { daemons: 'yes' });
      const place = { nodeSelector: { daemons: 'yes' }, tolerations: [{ operator: 'Exists' }] };
      const selector = { matchLabels: { app: 'web' } };
      await stage.create(DaemonSet, 'web', { spec: { selector, template: template('web:1', place) } });
      const isEverywhere = async (): Promise<boolean> => {
        const found = await stage.get(DaemonSet, 'web');
        const { observedGeneration, updatedNumberScheduled, numberAvailable } = found?.status ?? {};
        return (
          observedGeneration === found?.metadata.generation && updatedNumberScheduled === 2 && numberAvailable === 2
        );
      };
      await stage.readyUntil(isEverywhere);
      await stage.patch(DaemonSet, 'web', { spec: { template: template('web:2', place) } });
      await stage.readyUntil(isEverywhere);
    }));

  it('L-20: pods that are refused are reported, in the words of the refusal', () =>
    expectSame(async (stage) => {
      stage.show(Deployment, ReplicaSet);
      await stage.create(
        Deployment,
        'web',
        deployment(3, { template: template('web:1', { serviceAccountName: 'nobody' }) }),
      );
      await stage.until(
        async () => (await statusOf(stage)).conditions?.some(({ type }) => type === 'ReplicaFailure') ?? false,
      );
    }, COLLECTED));

  it('L-20: a set adopts pods that match and lets go of those that no longer do', () =>
    expectSame(async (stage) => {
      stage.show(ReplicaSet);
      const { metadata, spec } = template();
      await stage.create(Pod, 'orphan', { metadata, spec });
      await stage.create(ReplicaSet, 'web', {
        spec: { replicas: 2, selector: { matchLabels: { app: 'web' } }, template: template() },
      });
      await stage.until(async () => (await stage.get(ReplicaSet, 'web'))?.status?.replicas === 2);
      await stage.patch(Pod, 'orphan', { metadata: { labels: { app: 'else' } } });
      await stage.until(async () => (await stage.list(Pod)).length === 3);
    }));

  it('L-20: a Deployment that is resized in the middle of a rollout gives each set its share', () =>
    expectSame(async (stage) => {
      stage.show(Deployment, ReplicaSet);
      await stage.create(Deployment, 'web', deployment(10));
      await stage.readyUntil(isRolledOut(stage, 10));
      await stage.patch(Deployment, 'web', { spec: { template: template('web:2') } });
      await stage.until(async () => {
        const { updatedReplicas, replicas } = await statusOf(stage);
        return updatedReplicas === 5 && replicas === 13;
      });
      await stage.patch(Deployment, 'web', { spec: { replicas: 20 } });
      await stage.until(async () => (await stage.list(Pod)).length === 25);
    }));

  it('L-20: a rollout that does not move is reported to have timed out', () =>
    expectSame(async (stage) => {
      stage.show(Deployment, ReplicaSet);
      await stage.create(Deployment, 'web', deployment(1, { progressDeadlineSeconds: 2 }));
      await stage.until(async () => {
        const { conditions = [] } = await statusOf(stage);
        return conditions.some(({ reason }) => reason === 'ProgressDeadlineExceeded');
      });
    }));

  it('L-20: history is kept as long as asked', () =>
    expectSame(async (stage) => {
      stage.show(Deployment, ReplicaSet);
      await stage.create(Deployment, 'web', deployment(1, { revisionHistoryLimit: 1 }));
      await stage.readyUntil(isRolledOut(stage, 1));
      for (const image of ['web:2', 'web:3', 'web:4']) {
        await stage.patch(Deployment, 'web', { spec: { template: template(image) } });
        await stage.readyUntil(isRolledOut(stage, 1));
      }
      await stage.until(async () => (await stage.list(ReplicaSet)).length === 2);
    }));

  it('L-20: a Job is suspended and goes on', () =>
    expectSame(async (stage) => {
      stage.show(Job);
      await stage.create(Job, 'work', job({ suspend: true }));
      await stage.until(async () => (await stage.get(Job, 'work'))?.status?.conditions?.[0]?.type === 'Suspended');
      await stage.patch(Job, 'work', { spec: { suspend: false } });
      await stage.until(end(stage, 'Succeeded'));
    }));

  it('L-20: a Job that takes too long is ended', () =>
    expectSame(async (stage) => {
      stage.show(Job);
      await stage.create(Job, 'work', job({ activeDeadlineSeconds: 2 }));
      await stage.until(isOver(stage));
    }));

  it('L-20: a Job fails by the rule that its policy has for an exit code', () =>
    expectSame(async (stage) => {
      stage.show(Job);
      const rules = [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [42] } }];
      await stage.create(Job, 'work', job({ podFailurePolicy: { rules } }));
      await stage.until(async () => (await stage.list(Pod)).length === 1);
      const terminated = { exitCode: 42, finishedAt: '2026-01-01T00:00:00Z' };
      await stage.actPods(() => ({
        phase: 'Failed',
        containerStatuses: [
          { name: 'work', image: 'work:1', imageID: '', ready: false, restartCount: 0, state: { terminated } },
        ],
      }));
      await stage.until(isOver(stage));
    }));

  it('L-20: a Job that is over goes when its time to live has passed', () =>
    expectSame(async (stage) => {
      stage.show(Job);
      await stage.create(Job, 'work', job({ ttlSecondsAfterFinished: 1 }));
      await stage.until(async () => {
        await stage.actPods(({ status }) => (status?.phase === 'Pending' ? { phase: 'Succeeded' } : undefined));
        return (await stage.list(Job)).length === 0;
      });
    }, COLLECTED));

  it('L-20: claims go with their set or with a pod that is scaled away, as their policy asks', () =>
    expectSame(async (stage) => {
      stage.show(StatefulSet, ControllerRevision, PersistentVolumeClaim);
      const claim = {
        metadata: { name: 'data' },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      };
      const persistentVolumeClaimRetentionPolicy = { whenDeleted: 'Delete', whenScaled: 'Retain' };
      await stage.create(
        StatefulSet,
        'web',
        statefulSet(2, { volumeClaimTemplates: [claim], persistentVolumeClaimRetentionPolicy }),
      );
      await stage.readyUntil(isUp(stage, 2));
      await stage.until(async () =>
        (await stage.list(PersistentVolumeClaim)).every(({ metadata }) => metadata.ownerReferences),
      );
      await stage.patch(StatefulSet, 'web', { spec: { replicas: 1 } });
      await stage.until(isUp(stage, 1));
    }));

  it('L-20: claims that go with their set are gone when no pod uses them', () =>
    expectSame(async (stage) => {
      stage.show(StatefulSet, PersistentVolumeClaim);
      const claim = {
        metadata: { name: 'data' },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      };
      const persistentVolumeClaimRetentionPolicy = { whenDeleted: 'Delete', whenScaled: 'Delete' };
      await stage.create(
        StatefulSet,
        'web',
        statefulSet(1, { volumeClaimTemplates: [claim], persistentVolumeClaimRetentionPolicy }),
      );
      await stage.readyUntil(isUp(stage, 1));
      await stage.until(async () =>
        (await stage.list(PersistentVolumeClaim)).every(({ metadata }) => metadata.ownerReferences),
      );
      await stage.remove(StatefulSet, 'web', 'Background');
      await stage.until(async () => (await stage.list(PersistentVolumeClaim)).length === 0);
    }, COLLECTED));

  it('L-20: a ReplicationController keeps its pods as a ReplicaSet does', () =>
    expectSame(async (stage) => {
      stage.show(ReplicationController);
      const spec = { replicas: 2, selector: { app: 'web' }, template: template() };
      await stage.create(Pod, 'adopted', template());
      await stage.create(ReplicationController, 'web', { spec });
      await stage.readyUntil(async () => (await stage.list(Pod)).length === 2);
      await stage.patch(ReplicationController, 'web', { spec: { replicas: 0 } });
      await stage.until(async () => (await stage.list(Pod)).length === 0);
      await stage.patch(ReplicationController, 'web', { spec: { replicas: 2 } });
      await stage.readyUntil(async () => {
        const pods = await stage.list(Pod);
        return pods.length === 2 && pods.every(({ status }) => status?.phase === 'Running');
      });
    }));

  it('L-20: Endpoints that are made by hand are mirrored as slices', () =>
    expectSame(async (stage) => {
      stage.show(Endpoints, EndpointSlice);
      await stage.create(Service, 'own', { spec: { ports: [{ port: 80 }] } });
      const subsets = [
        { addresses: [{ ip: '10.9.0.1' }, { ip: 'fd00::1' }], ports: [{ name: 'http', port: 8080 }] },
        {
          addresses: [{ ip: '10.9.0.2' }],
          notReadyAddresses: [{ ip: '10.9.0.3' }],
          ports: [{ name: 'dns', port: 53, protocol: 'UDP' }],
        },
      ];
      const marked = { labels: { team: 'a' }, annotations: { note: 'b' } };
      await stage.create(Endpoints, 'own', { metadata: marked, subsets });
      await stage.until(async () => (await stage.list(EndpointSlice)).length === 3);
      await stage.create(Service, 'skipped', { spec: { ports: [{ port: 80 }] } });
      const skipped = { labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } };
      await stage.create(Endpoints, 'skipped', { metadata: skipped, subsets });
      await stage.patch(Endpoints, 'own', { subsets: subsets.slice(1) });
      await stage.until(async () => (await stage.list(EndpointSlice)).length === 1);
    }));

  it('L-20: a pod gets the claims that it describes in place', () =>
    expectSame(async (stage) => {
      stage.show(PersistentVolumeClaim);
      const volumeClaimTemplate = {
        metadata: { labels: { of: 'pod' } },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, storageClassName: '' },
      };
      const { metadata, spec } = template();
      const volumes = [{ name: 'scratch', ephemeral: { volumeClaimTemplate } }];
      await stage.create(Pod, 'described', { metadata, spec: { ...spec, volumes } });
      await stage.until(async () => (await stage.list(PersistentVolumeClaim)).length === 1);
    }));

  it('L-20: a pod leaves a node whose taint it does not tolerate', () =>
    expectSame(async (stage) => {
      const taints = [{ key: 'broken', effect: 'NoExecute' }];
      await stage.node('tainted', {}, { taints });
      const { metadata, spec } = template('web:1', { nodeName: 'tainted' });
      await stage.create(Pod, 'leaves', { metadata, spec });
      await stage.create(Pod, 'stays', { metadata, spec: { ...spec, tolerations: [{ operator: 'Exists' }] } });
      await stage.until(async () => (await stage.list(Pod)).length === 1);
    }));

  it('L-20: a CronJob starts a Job when its time has come', () =>
    expectSame(async (stage) => {
      stage.show(CronJob, Job);
      await stage.create(CronJob, 'cron', { spec: { schedule: '* * * * *', jobTemplate: job({}) } });
      await stage.until(async () => (await stage.list(Pod)).length === 1);
      // The next minute must not come to some of the places only.
      await stage.patch(CronJob, 'cron', { spec: { suspend: true } });
    }));
});
