import type { EnvFromSource, EnvVar } from 'kubernetes-types/core/v1.js';
import type { Draft } from '../manifests/index.ts';
import type { Container, EnvSource } from '../model/index.ts';
import { checkObjectName, quote, type Report } from '../report/index.ts';

const VARIABLE = /^[-._a-zA-Z][-._a-zA-Z0-9]*$/;

/** Variables in order of their names, so that the order in which they were written rolls no pod. */
export function environmentOf({ env = {} }: Container): Draft<EnvVar>[] | undefined {
  const names = Object.keys(env).toSorted();
  if (names.length === 0) return undefined;
  return names.map((name) => {
    const value = env[name] ?? '';
    return typeof value === 'string' ? { name, value } : { name, valueFrom: sourceOf(value) };
  });
}

function sourceOf({ secret, configMap, field }: EnvSource): Draft<NonNullable<EnvVar['valueFrom']>> {
  return {
    secretKeyRef: secret && { name: secret.name, key: secret.key, optional: secret.optional },
    configMapKeyRef: configMap && { name: configMap.name, key: configMap.key, optional: configMap.optional },
    // Written out: the server would add it, and what is applied would not be what is stored.
    fieldRef: field === undefined ? undefined : { apiVersion: 'v1', fieldPath: field },
  };
}

export function bundlesOf({ envFrom }: Container): Draft<EnvFromSource>[] | undefined {
  return envFrom?.map(({ prefix, secretRef, configMapRef }) => ({
    prefix,
    secretRef: secretRef && { name: secretRef.name },
    configMapRef: configMapRef && { name: configMapRef.name },
  }));
}

/** Messages name variables and never hold a value: people put secrets into them. */
export function checkEnvironment({ env = {}, envFrom = [] }: Container, field: string, report: Report): void {
  for (const [name, value] of Object.entries(env)) {
    const at = `${field}.env[${name}]`;
    if (!VARIABLE.test(name))
      report('WORKLOAD_NAME', at, 'is no name for a variable; use letters, digits, "-", "_", "."');
    if (typeof value === 'string') continue;
    const used = [value.secret, value.configMap, value.field].filter((source) => source !== undefined);
    if (used.length !== 1) report('WORKLOAD_MISSING', at, 'needs a text or one of secret, configMap and field');
    const reference = value.secret ?? value.configMap;
    if (reference) checkObjectName(reference.name, `${at}.name`, report);
    if (reference && !/^[-._a-zA-Z0-9]{1,253}$/.test(reference.key))
      report('WORKLOAD_NAME', `${at}.key`, `is ${quote(reference.key)}; use letters, digits, "-", "_" and "."`);
  }
  envFrom.forEach(({ secretRef, configMapRef }, index) => {
    const at = `${field}.envFrom[${index}]`;
    if ((secretRef === undefined) === (configMapRef === undefined))
      report('WORKLOAD_MISSING', at, 'needs one of secretRef and configMapRef');
    const reference = secretRef ?? configMapRef;
    if (reference) checkObjectName(reference.name, `${at}.name`, report);
  });
}
