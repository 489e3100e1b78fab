import { expect, test } from 'vitest';
import { foreignValues } from './foreign-values.ts';

const template = (fields: object) => ({ 'f:spec': { 'f:template': fields } });
const container = (fields: object) => template({ 'f:spec': { 'f:containers': { 'k:{"name":"app"}': fields } } });

test('R-105: what another manager has added is named by its outermost item', () => {
  const env = { '.': {}, 'k:{"name":"DEBUG"}': { '.': {}, 'f:name': {}, 'f:value': {} } };
  const found = [{ manager: 'kubectl-edit', fields: container({ 'f:env': env }) }];
  expect(foreignValues(found, 'gati.dev/operator')).toEqual([
    { manager: 'kubectl-edit', fields: ['spec.template.spec.containers[app].env[DEBUG]'] },
  ]);
});

test('R-105: single fields and entries of maps are named one by one', () => {
  const labels = { 'f:metadata': { 'f:labels': { '.': {}, 'f:team': {} } } };
  const found = [
    { manager: 'vpa', fields: container({ 'f:resources': { 'f:limits': { '.': {}, 'f:cpu': {} } } }) },
    { manager: 'mesh', fields: template(labels) },
  ];
  expect(foreignValues(found, 'gati.dev/operator').map(({ fields }) => fields)).toEqual([
    ['spec.template.spec.containers[app].resources.limits.cpu'],
    ['spec.template.metadata.labels.team'],
  ]);
});

test('R-105: own managers and a restart by kubectl are no values of others', () => {
  const restarted = template({
    'f:metadata': { 'f:annotations': { '.': {}, 'f:kubectl.kubernetes.io/restartedAt': {} } },
  });
  const image = container({ 'f:image': {} });
  const found = [
    { manager: 'kubectl-rollout', fields: restarted },
    { manager: 'gati.dev/operator', fields: image },
    { manager: 'gati.dev/operator-initial', fields: image },
  ];
  expect(foreignValues(found, 'gati.dev/operator')).toEqual([]);
});
