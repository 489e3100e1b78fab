import { connect } from '@slipway/kube';
import { ConfigMap, Namespace } from '@slipway/kube/kinds';
import { freshNamespace } from '@slipway/test/clusters/namespace';
import { describeCluster } from '@slipway/test/clusters/suite';
import { expect, it, onTestFinished } from 'vitest';
import { RecordingTracer } from '../../test/opentelemetry/recording-tracer.ts';
import { createManager } from '../index.ts';
import { instrument } from './index.ts';

describeCluster('spans of a manager', { needs: ['objects', 'apply'] }, (testCluster) => {
  it('R-176: the trace of a reconcile holds the requests that it sent and no others', async () => {
    const tracer = new RecordingTracer();
    onTestFinished(instrument({ tracer }));
    const namespace = await freshNamespace(testCluster());
    const cluster = await connect({ text: testCluster().kubeconfig });
    const manager = await createManager({ cluster, metrics: false, health: false, logLevel: 'silent' });
    manager
      .controller(Namespace)
      .for({ fieldSelector: `metadata.name=${namespace}` })
      .settings({ reportFailures: false })
      .reconcile(async ({ apply }) => {
        await apply(ConfigMap, { metadata: { namespace, name: 'child' }, data: { a: 'b' } });
      });
    await manager.start();
    onTestFinished(() => manager.stop());
    const ended = () => tracer.spans.find(({ name, isEnded }) => name === 'reconcile namespaces' && isEnded);
    await expect.poll(ended).toMatchObject({ attributes: { 'slipway.result': 'success' } });
    const children = tracer.spans.filter(({ parent }) => parent === ended()?.id);
    expect(children.map(({ name, attributes }) => [name, attributes['url.path']])).toContainEqual([
      'PATCH',
      `/api/v1/namespaces/${namespace}/configmaps/child`,
    ]);
    expect(children.every(({ attributes }) => attributes['slipway.lane'] === 'request')).toBe(true);
    expect(tracer.spans.filter(({ parent }) => parent === undefined).map(({ name }) => name)).toContain(
      'sync namespaces',
    );
  });
});
