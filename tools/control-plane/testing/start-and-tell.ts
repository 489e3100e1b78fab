/** Starts a control plane, sends its folder to the parent, and waits to be killed. */
import { startControlPlane } from '../index.ts';

const { folder } = await startControlPlane();
process.send?.(folder);
