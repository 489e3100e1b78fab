/** Makes volumes that are folders of this machine. All nodes are on it, so any node reaches them. */
export const FOLDER_PROVISIONER = 'folders.localcluster.slipway.dev';
