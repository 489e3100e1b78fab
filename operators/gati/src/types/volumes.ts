import { cel } from '@slipway/crd';
import { z } from 'zod';
import { nameReference, quantityText, text, texts } from './fields.ts';

const mode = () => z.int().min(0).max(0o777);
const keyToPath = z.object({ key: text(), path: text(), mode: mode().exactOptional() });

const configMap = z.object({
  name: text(),
  items: z.array(keyToPath).exactOptional(),
  optional: z.boolean().exactOptional(),
});
const downwardApiItem = z.object({
  path: text(),
  fieldRef: z.object({ apiVersion: z.string().exactOptional(), fieldPath: text() }).exactOptional(),
  resourceFieldRef: z
    .object({
      containerName: z.string().exactOptional(),
      resource: text(),
      divisor: quantityText().exactOptional(),
    })
    .exactOptional(),
  mode: mode().exactOptional(),
});
const claimSpec = z.object({
  accessModes: z.array(z.string()).min(1),
  resources: z.object({
    requests: z.object({ storage: quantityText() }),
    limits: z.object({ storage: quantityText() }).exactOptional(),
  }),
  storageClassName: z.string().exactOptional(),
  volumeMode: z.enum(['Filesystem', 'Block']).exactOptional(),
});

/** The kinds of volume that the restricted Pod Security Standard admits. */
const sources = {
  configMap: configMap.extend({ defaultMode: mode().exactOptional() }).exactOptional(),
  csi: z
    .object({
      driver: text(),
      fsType: z.string().exactOptional(),
      nodePublishSecretRef: nameReference().exactOptional(),
      readOnly: z.boolean().exactOptional(),
      volumeAttributes: texts().exactOptional(),
    })
    .exactOptional(),
  downwardAPI: z
    .object({ items: z.array(downwardApiItem).exactOptional(), defaultMode: mode().exactOptional() })
    .exactOptional(),
  emptyDir: z
    .object({ medium: z.enum(['', 'Memory']).exactOptional(), sizeLimit: quantityText().exactOptional() })
    .exactOptional(),
  ephemeral: z
    .object({
      volumeClaimTemplate: z.object({
        metadata: z.object({ annotations: texts().exactOptional(), labels: texts().exactOptional() }).exactOptional(),
        spec: claimSpec,
      }),
    })
    .exactOptional(),
  persistentVolumeClaim: z.object({ claimName: text(), readOnly: z.boolean().exactOptional() }).exactOptional(),
  projected: z
    .object({
      defaultMode: mode().exactOptional(),
      sources: z.array(
        z.object({
          configMap: configMap.exactOptional(),
          downwardAPI: z.object({ items: z.array(downwardApiItem).exactOptional() }).exactOptional(),
          secret: configMap.exactOptional(),
          serviceAccountToken: z
            .object({
              audience: z.string().exactOptional(),
              expirationSeconds: z.int().min(600).exactOptional(),
              path: text(),
            })
            .exactOptional(),
        }),
      ),
    })
    .exactOptional(),
  secret: z
    .object({
      secretName: text(),
      items: z.array(keyToPath).exactOptional(),
      defaultMode: mode().exactOptional(),
      optional: z.boolean().exactOptional(),
    })
    .exactOptional(),
};
const kinds = Object.keys(sources);

/** As in a pod. */
export const volume = z.object({ name: text(), ...sources }).meta(
  cel({
    rule: `[${kinds.map((kind) => `has(self.${kind})`).join(', ')}].filter(kind, kind).size() == 1`,
    message: `a volume is of one kind: ${kinds.join(', ')}`,
  }),
);

export const volumeMount = z.object({
  name: text(),
  mountPath: text(),
  readOnly: z.boolean().exactOptional(),
  subPath: z.string().exactOptional(),
});
