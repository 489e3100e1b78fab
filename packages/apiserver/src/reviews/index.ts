/**
 * @module
 * Reviews: questions about users and their rights that are asked like objects and answered at once
 * (L-11). Nothing of them is kept.
 */

import { timestamp } from '@slipway/apimachinery/clock';
import type { Authorizer } from '../authorization/index.ts';
import { ownersAtCreate } from '../field-managers/index.ts';
import type { Authenticator, User } from '../identity/index.ts';
import { fieldAt, textAt, withField } from '../objects/index.ts';
import { type Kernel, writeBy } from '../operations/index.ts';
import { badRequest } from '../status/index.ts';
import type { Call, Handlers, Kind } from '../subresources/index.ts';
import { reviewAccess } from './access.ts';

const AUTHENTICATION = { group: 'authentication.k8s.io', version: 'v1' };
const AUTHORIZATION = { group: 'authorization.k8s.io', version: 'v1' };

export function reviewHandlers(kernel: Kernel, authenticator: Authenticator, authorizer: Authorizer): Handlers {
  return {
    'selfsubjectreviews.authentication.k8s.io create': (call) => reviewSelf(call, kernel),
    'tokenreviews.authentication.k8s.io create': (call) => reviewToken(call, kernel, authenticator),
    'selfsubjectaccessreviews.authorization.k8s.io create': (call) =>
      reviewAccess(call, 'SelfSubjectAccessReview', kernel, authorizer),
    'subjectaccessreviews.authorization.k8s.io create': (call) =>
      reviewAccess(call, 'SubjectAccessReview', kernel, authorizer),
    'localsubjectaccessreviews.authorization.k8s.io create': (call) =>
      reviewAccess(call, 'LocalSubjectAccessReview', kernel, authorizer),
    'selfsubjectrulesreviews.authorization.k8s.io create': (call) => reviewRules(call, authorizer),
  };
}

function userInfo({ name, uid, groups, extra }: User): object {
  return { username: name, ...(uid && { uid }), groups, ...(extra && { extra }) };
}

async function reviewSelf(call: Call, { clock }: Kernel): Promise<void> {
  const kind: Kind = { ...AUTHENTICATION, kind: 'SelfSubjectReview' };
  call.writeOptions('CreateOptions');
  await call.body(kind);
  await call.send(201, kind, {
    metadata: { creationTimestamp: timestamp(clock.wall()) },
    status: { userInfo: userInfo(call.user) },
  });
}

async function reviewToken(call: Call, kernel: Kernel, authenticator: Authenticator): Promise<void> {
  const kind: Kind = { ...AUTHENTICATION, kind: 'TokenReview' };
  const options = call.writeOptions('CreateOptions');
  const body = await call.body(kind);
  const token = textAt(body, 'spec', 'token');
  if (token === '') throw badRequest('token is required for TokenReview in authentication');
  const audiences = fieldAt(body, ['spec', 'audiences']);
  const wanted = Array.isArray(audiences) && audiences.length > 0 ? (audiences as string[]) : undefined;
  const answer = authenticator.userOfToken(token, wanted);
  const owners = ownersAtCreate(writeBy(kernel, call.target, options), body);
  await call.send(201, kind, {
    metadata: withField(body.metadata, 'managedFields', owners),
    spec: body['spec'],
    status:
      'user' in answer
        ? { authenticated: true, user: userInfo(answer.user), audiences: answer.audiences }
        : { user: {}, error: answer.error },
  });
}

async function reviewRules(call: Call, authorizer: Authorizer): Promise<void> {
  const kind: Kind = { ...AUTHORIZATION, kind: 'SelfSubjectRulesReview' };
  call.writeOptions('CreateOptions');
  const namespace = textAt(await call.body(kind), 'spec', 'namespace');
  if (namespace === '') throw badRequest('no namespace on request');
  const { rules, problem } = authorizer.rulesFor(call.user, namespace);
  const { resourceRules, nonResourceRules } = {
    resourceRules: rules.filter(({ resources = [] }) => resources.length > 0),
    nonResourceRules: rules.filter(({ nonResourceURLs = [] }) => nonResourceURLs.length > 0),
  };
  await call.send(201, kind, {
    metadata: {},
    spec: {},
    status: {
      resourceRules: resourceRules.map(({ verbs, apiGroups, resources, resourceNames }) => ({
        verbs,
        apiGroups,
        resources,
        ...(resourceNames && { resourceNames }),
      })),
      nonResourceRules: nonResourceRules.map(({ verbs, nonResourceURLs }) => ({ verbs, nonResourceURLs })),
      incomplete: false,
      ...(problem && { evaluationError: problem }),
    },
  });
}
