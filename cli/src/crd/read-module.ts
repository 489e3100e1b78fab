import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isCrdError } from '@slipway/crd/errors';
import type { ExportedDefinition, ModuleAnswer } from './definition-module.ts';

/** What `defineCrd` returns, as far as it is read here; by its shape, since the module has its own copy of the package. */
interface Definition {
  readonly manifest: { readonly metadata: { readonly name: string } };
  yaml(): string;
}

/** The hidden `slipway crd read-module`: answers the process that started it with the definitions of a module. */
export async function readModule(file: string): Promise<void> {
  process.once('disconnect', () => process.exit(0));
  // Not followed by an exit, which the other process might notice first: it ends this one when it has the answer.
  process.send?.(await answerOf(file));
}

async function answerOf(file: string): Promise<ModuleAnswer> {
  try {
    const exported = (await import(pathToFileURL(resolve(file)).href)) as Record<string, unknown>;
    const definitions = [...new Set(Object.values(exported).filter(isDefinition))].map(
      (definition): ExportedDefinition => ({ name: definition.manifest.metadata.name, yaml: definition.yaml() }),
    );
    return { definitions };
  } catch (error) {
    return { error: { ...codeOf(error), text: error instanceof Error ? error.message : String(error) } };
  }
}

function codeOf(error: unknown): Pick<Extract<ModuleAnswer, { error: unknown }>['error'], 'code'> {
  if (isCrdError(error)) return { code: error.code };
  // The same error, of another copy of the package.
  const isForeign = error instanceof Error && error.name === 'CrdError' && 'code' in error;
  return isForeign ? { code: error.code as NonNullable<ReturnType<typeof codeOf>['code']> } : {};
}

function isDefinition(value: unknown): value is Definition {
  if (typeof value !== 'object' || value === null) return false;
  const { manifest, yaml } = value as {
    readonly manifest?: { readonly kind?: unknown } | null;
    readonly yaml?: unknown;
  };
  return manifest?.kind === 'CustomResourceDefinition' && typeof yaml === 'function';
}
