import { describeCluster } from '@slipway/test/clusters/suite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EXPRESSION_CASES } from '../../test/expression-cases.ts';
import { crdOf } from '../../test/random-schema.ts';
import { RealServer } from '../../test/real-server.ts';
import { celRules } from '../cel/index.ts';
import { parseCrd, printProblem, structuralProblems } from './index.ts';

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All';

describeCluster('Rules in a schema beside a real API server', { needs: ['objects'] }, (cluster) => {
  let server: RealServer;
  beforeAll(() => {
    server = new RealServer(cluster().kubeconfig);
  });
  afterAll(() => server.close());

  it.each(Object.entries(EXPRESSION_CASES))('CRD-J14: %s is refused with the same words', async (_name, properties) => {
    const crd = crdOf('things', properties);
    const { body } = await server.send('POST', CRDS, crd);
    const { causes = [] } = (body['details'] ?? {}) as { causes?: { field: string; message: string }[] };
    const reported = causes.map(({ field, message }) => `${field}: ${message}`);
    const own = structuralProblems(parseCrd(crd), { rules: celRules }).map(printProblem);
    expect(own.map(comparable).sort()).toEqual(reported.map(comparable).sort());
  });
});

/** Syntax errors name every token that could follow; the dearest of equals are any four. */
function comparable(line: string): string {
  return line
    .replace(/compilation failed: .*Syntax error.*/s, 'syntax error')
    .replace(/\[p\d+\](?=.* contributed)/, '[p]');
}
