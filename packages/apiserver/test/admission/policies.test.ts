import { describe, expect, test } from 'vitest';
import { CONFIG_MAPS, configMap, useCluster } from '../support/fixture.ts';

const fixture = useCluster();

const REGISTRATION = '/apis/admissionregistration.k8s.io/v1';

/** A policy on ConfigMaps with one binding, for as long as a test runs. */
async function withPolicy(spec: object, binding: object, work: () => Promise<void>): Promise<void> {
  const { client } = fixture;
  const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['configmaps'] };
  const policy = { metadata: { name: 'p' }, spec: { matchConstraints: { resourceRules: [rule] }, ...spec } };
  const made = await client.post(`${REGISTRATION}/validatingadmissionpolicies`, policy);
  expect(made.status).toBe(201);
  const bound = { metadata: { name: 'b' }, spec: { policyName: 'p', validationActions: ['Deny'], ...binding } };
  expect((await client.post(`${REGISTRATION}/validatingadmissionpolicybindings`, bound)).status).toBe(201);
  try {
    await work();
  } finally {
    await client.delete(`${REGISTRATION}/validatingadmissionpolicybindings/b`);
    await client.delete(`${REGISTRATION}/validatingadmissionpolicies/p`);
  }
}

describe('admission policies', () => {
  test('L-10: a rule that is false refuses in its own words, and one without a binding does nothing', async () => {
    const { client } = fixture;
    const validations = [
      {
        expression: 'size(object.data) < 2',
        messageExpression: "'has ' + string(size(object.data))",
        reason: 'Forbidden',
      },
    ];
    await withPolicy({ validations }, {}, async () => {
      const refused = await client.post(CONFIG_MAPS, configMap('a', { data: { a: '1', b: '2' } }));
      expect(refused.status).toBe(403);
      expect(refused.body).toMatchObject({
        reason: 'Forbidden',
        message: "configmaps \"a\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: has 2",
      });
      const broken = await client.post(CONFIG_MAPS, configMap('a'));
      expect(broken.status).toBe(422);
      expect(broken.body.message).toContain("expression 'size(object.data) < 2' resulted in error: no such key: data");
    });
    expect((await client.post(CONFIG_MAPS, configMap('a', { data: { a: '1', b: '2' } }))).status).toBe(201);
  });

  test('L-10: a policy sees the old object, the request and the namespace, and applies to deletions', async () => {
    const { client } = fixture;
    await client.post(CONFIG_MAPS, configMap('kept', { data: { a: '1' } }));
    const validations = [
      {
        expression:
          "request.operation != 'DELETE' || oldObject.data.a != '1' || namespaceObject.metadata.name != 'default' || request.userInfo.username != 'tester'",
        message: 'stays',
      },
    ];
    await withPolicy({ validations }, {}, async () => {
      expect((await client.delete(`${CONFIG_MAPS}/kept`)).body.message).toContain('denied request: stays');
      await client.merge(`${CONFIG_MAPS}/kept`, { data: { a: '2' } });
      expect((await client.delete(`${CONFIG_MAPS}/kept`)).status).toBe(200);
    });
  });

  test('L-10: what only warns lets the write through', async () => {
    const warns = { validationActions: ['Warn'] };
    await withPolicy({ validations: [{ expression: 'false', message: 'odd' }] }, warns, async () => {
      const answer = await fixture.client.post(`${CONFIG_MAPS}?dryRun=All`, configMap('b'));
      expect(answer.status).toBe(201);
      expect(answer.headers['warning']).toBe(
        "299 - \"Validation failed for ValidatingAdmissionPolicy 'p' with binding 'b': odd\"",
      );
    });
  });

  test('L-10: an expression that makes no sense is refused with the policy', async () => {
    const spec = { matchConstraints: { resourceRules: [] }, validations: [{ expression: 'nobody.knows' }] };
    const answer = await fixture.client.post(`${REGISTRATION}/validatingadmissionpolicies`, {
      metadata: { name: 'senseless' },
      spec,
    });
    expect(answer.status).toBe(422);
    expect(answer.body.details.causes).toMatchObject([
      { field: 'spec.matchConstraints.resourceRules', reason: 'FieldValueRequired' },
      { field: 'spec.validations[0].expression', reason: 'FieldValueInvalid' },
    ]);
  });
});
