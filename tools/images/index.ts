/**
 * @module
 * Images of programs without a container engine or a registry: an OCI archive of the program in one file, the Node that is
 * pinned for it, and the C libraries and certificates of Debian's packages.
 *
 * An image is data: three layers (libraries, Node, program), a document that says how to start, and a list of what it is
 * made of. Nothing is run to make it, so an image for another processor is made as well as one for this machine. The same
 * sources, package versions and time give the same digest, in any folder.
 */
export { images } from './catalogue.ts';
export { type BuildOptions, type BuiltImage, buildImage, type ImageSpec } from './image.ts';
export { PLATFORMS, type Platform } from './platform.ts';
