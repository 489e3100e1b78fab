import { describe, expect, it } from 'vitest';
import { requestFacts } from './request-facts.ts';

describe('requestFacts', () => {
  it.each([
    ['GET', '/api/v1/pods', 'list pods'],
    ['GET', '/api/v1/pods?watch=1', 'watch pods'],
    ['GET', '/api/v1/pods?watch=false', 'list pods'],
    ['GET', '/api/v1/namespaces/a/pods?watch=true&fieldSelector=metadata.name%3Dx', 'watch pods a/x'],
    ['GET', '/api/v1/namespaces', 'list namespaces'],
    ['GET', '/api/v1/namespaces/a', 'get namespaces /a'],
    ['PUT', '/api/v1/namespaces/a/finalize', 'update namespaces /a finalize'],
    ['PATCH', '/api/v1/namespaces/a/status', 'patch namespaces /a status'],
    ['POST', '/api/v1/namespaces/a/pods', 'create pods a/'],
    ['POST', '/api/v1/namespaces/a/pods/x/eviction', 'create pods a/x eviction'],
    ['DELETE', '/apis/apps/v1/namespaces/a/deployments', 'deletecollection deployments.apps a/'],
    ['DELETE', '/apis/apps/v1/namespaces/a/deployments/web', 'delete deployments.apps a/web'],
    ['GET', '/apis/demo.io/v1/widgets/w%20x', 'get widgets.demo.io /w x'],
    ['GET', '/api/v1/namespaces/a/services/s/proxy/some/path', 'get services a/s proxy/some/path'],
    ['GET', '/apis/apps/v1', 'get'],
    ['GET', '/version', 'get'],
    ['GET', '/apis/%E0%A4%A/v1/x', 'list x.%E0%A4%A'],
  ])('P-2: %s %s is "%s"', (method, uri, expected) => {
    const { verb, resource, group, namespace, name, subresource } = requestFacts(method, uri, '');
    const place = namespace || name ? `${namespace}/${name}` : '';
    const words = [verb, group ? `${resource}.${group}` : resource, place, subresource];
    expect(words.filter((word) => word !== '').join(' ')).toBe(expected);
  });
});
