/**
 * @module
 * Claims get their volumes: those that are there, and those that are made for them.
 *
 * The binder brings claims and volumes together as the real one does and asks the provisioner that a
 * class names for what is missing. The folder provisioner is one such: its volumes are objects here, and
 * folders wherever a kubelet runs processes. A volume is bound before its claim, so a crash between the
 * two leaves a volume that says whose it is.
 */
export { volumeBinder } from './claim-controller.ts';
export { folderProvisioner } from './provisioner.ts';
export { volumeController } from './volume-controller.ts';
