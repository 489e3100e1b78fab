import { cel, quantity } from '@slipway/crd';
import { z } from 'zod';
import { nameReference, portNumber, text, texts } from './fields.ts';
import { placementFields } from './placement.ts';
import { volume, volumeMount } from './volumes.ts';

const amounts = z.object({ cpu: quantity().exactOptional(), memory: quantity().exactOptional() });

/** What a container of the seed's kinds has. */
export const containerFields = {
  image: text().describe('Container image.'),
  port: portNumber().describe('The port that the container serves on.'),
  resources: z
    .object({ requests: amounts.exactOptional(), limits: amounts.exactOptional() })
    .exactOptional()
    .describe('Missing amounts are filled in when pods are made: requests 100m and 128Mi, limits 500m and 512Mi.'),
  env: texts().exactOptional().describe('Plain values. Secrets belong into envFrom.'),
};

const probe = z
  .object({
    enabled: z.boolean().exactOptional().describe('false turns the probe off.'),
    httpGet: z
      .object({
        path: text().exactOptional(),
        port: portNumber().exactOptional(),
        scheme: z.enum(['HTTP', 'HTTPS']).exactOptional(),
      })
      .exactOptional(),
    tcpSocket: z.object({ port: portNumber().exactOptional() }).exactOptional(),
    grpc: z.object({ port: portNumber().exactOptional(), service: z.string().exactOptional() }).exactOptional(),
    initialDelaySeconds: z.int().min(0).exactOptional(),
    periodSeconds: z.int().min(1).exactOptional(),
    timeoutSeconds: z.int().min(1).exactOptional(),
    failureThreshold: z.int().min(1).exactOptional(),
    successThreshold: z.int().min(1).exactOptional(),
  })
  .meta(
    cel({
      rule: '[has(self.httpGet), has(self.tcpSocket), has(self.grpc)].filter(way, way).size() <= 1',
      message: 'a probe asks in one way: keep one of httpGet, tcpSocket and grpc',
    }),
  );

/** Where 0 would be root. */
const id = () => z.int().min(1);

/** Optional fields of the same names in all three kinds. None has a default that is stored (G-31). */
export const podFields = {
  envFrom: z
    .array(
      z.object({
        prefix: z.string().exactOptional(),
        configMapRef: nameReference().exactOptional(),
        secretRef: nameReference().exactOptional(),
      }),
    )
    .exactOptional()
    .describe('Every key of a ConfigMap or Secret as a variable.'),
  command: z.array(z.string()).exactOptional().describe("In place of the image's entry point."),
  args: z.array(z.string()).exactOptional().describe("In place of the image's arguments."),
  probes: z
    .object({
      readiness: probe.exactOptional(),
      liveness: probe.exactOptional(),
      startup: probe.exactOptional(),
    })
    .exactOptional()
    .describe('How pods are asked whether they are well. What is not set is filled in for each kind of probe.'),
  imagePullPolicy: z.enum(['Always', 'IfNotPresent', 'Never']).exactOptional(),
  imagePullSecrets: z.array(nameReference()).exactOptional(),
  serviceAccountName: text().exactOptional().describe('Without one, pods get no token.'),
  volumes: z.array(volume).max(64).exactOptional(),
  volumeMounts: z.array(volumeMount).exactOptional(),
  securityContext: z
    .object({
      runAsUser: id().exactOptional(),
      runAsGroup: id().exactOptional(),
      fsGroup: id().exactOptional(),
      readOnlyRootFilesystem: z.boolean().exactOptional(),
    })
    .exactOptional()
    .describe('Users and groups are 1001 and the root file system is read-only unless set.'),
  ...placementFields,
  terminationGracePeriodSeconds: z.int().min(0).exactOptional().describe('30 unless set.'),
  preStopSleepSeconds: z
    .int()
    .min(0)
    .exactOptional()
    .describe('How long a pod still serves after its removal began, so that endpoints go first. 5 unless set.'),
  podAnnotations: texts().exactOptional(),
};
