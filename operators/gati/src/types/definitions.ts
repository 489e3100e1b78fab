import { gatiHandlers } from './gati-handler.crd.ts';
import { gatiModules } from './gati-module.crd.ts';
import { gatiVersions } from './gati-version.crd.ts';

/**
 * All definitions of the operator, for installing them from code.
 *
 * @example for (const { manifest } of gatiDefinitions) await installDefinition(cluster.client, manifest);
 */
export const gatiDefinitions = [gatiHandlers, gatiModules, gatiVersions] as const;
