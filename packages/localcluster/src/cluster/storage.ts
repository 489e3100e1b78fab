import type { InitialObject } from '@slipway/apiserver';
import { FOLDER_PROVISIONER } from '../volumes/index.ts';

/** What claims get that ask for nothing special, as the clusters of laptops have it. */
export const STANDARD_CLASS: InitialObject = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'standard', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
  provisioner: FOLDER_PROVISIONER,
  reclaimPolicy: 'Delete',
  volumeBindingMode: 'WaitForFirstConsumer',
  allowVolumeExpansion: false,
};
