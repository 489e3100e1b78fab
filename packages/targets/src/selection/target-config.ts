import { TargetError } from '../errors.ts';
import { type GitOpsEnvironment, gitOpsOptions } from '../gitops/index.ts';
import type { KubernetesTargetOptions } from '../kubernetes/index.ts';
import { TARGET_KINDS, type TargetConfig } from './create-target.ts';

/** The variables that choose a target. */
export interface TargetEnvironment extends GitOpsEnvironment {
  /** @default kubernetes */
  readonly DEPLOYMENT_TARGET?: string;
  /** `install` or `write`. @default install */
  readonly HELM_MODE?: string;
  readonly HELM_CHART_DIR?: string;
  readonly HELM_BIN?: string;
  /** Most helm processes at a time. */
  readonly HELM_CONCURRENCY?: string;
}

/** The configuration that the environment asks for. What it names and nobody knows stops the start (G-170). */
export function targetConfig(env: TargetEnvironment, options: KubernetesTargetOptions = {}): TargetConfig {
  const kind = oneOf('DEPLOYMENT_TARGET', env.DEPLOYMENT_TARGET || 'kubernetes', TARGET_KINDS);
  if (kind === 'kubernetes') return { ...options, kind };
  if (kind === 'gitops') return { ...options, ...gitOpsOptions(env), kind };
  const concurrency = env.HELM_CONCURRENCY ? wholeNumber('HELM_CONCURRENCY', env.HELM_CONCURRENCY) : undefined;
  return {
    ...options,
    kind,
    mode: oneOf('HELM_MODE', env.HELM_MODE || 'install', ['install', 'write'] as const),
    ...(env.HELM_CHART_DIR && { chartFolder: env.HELM_CHART_DIR }),
    helmOptions: {
      ...(env.HELM_BIN && { binary: env.HELM_BIN }),
      ...(concurrency !== undefined && { concurrency }),
    },
  };
}

function oneOf<Value extends string>(name: string, value: string, known: readonly Value[]): Value {
  const found = known.find((each) => each === value);
  if (found !== undefined) return found;
  throw new TargetError('TARGET_CONFIG', `${name} is "${value}"; it can be ${known.join(' or ')}.`);
}

function wholeNumber(name: string, value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number > 0) return number;
  throw new TargetError('TARGET_CONFIG', `${name} is "${value}"; it is a whole number above 0.`);
}
