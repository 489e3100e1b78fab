import { describe, expect, test } from 'vitest';
import { isExempt, proxyFor } from './proxy.ts';

const proxy = 'http://proxy.test:3128';

describe('proxyFor', () => {
  test.each([
    ['nothing set', 'https://a.test', {}, undefined],
    ['HTTPS_PROXY for https', 'https://a.test', { HTTPS_PROXY: proxy }, proxy],
    ['lower case', 'https://a.test', { https_proxy: proxy }, proxy],
    ['upper case wins', 'https://a.test', { HTTPS_PROXY: proxy, https_proxy: 'http://other:1' }, proxy],
    ['HTTP_PROXY is not for https', 'https://a.test', { HTTP_PROXY: proxy }, undefined],
    ['HTTP_PROXY for http', 'http://a.test', { HTTP_PROXY: proxy }, proxy],
    ['http_proxy for http', 'http://a.test', { http_proxy: proxy }, proxy],
    ['without a scheme', 'https://a.test', { HTTPS_PROXY: 'proxy.test:3128' }, proxy],
    ['empty', 'https://a.test', { HTTPS_PROXY: '' }, undefined],
    ['NO_PROXY', 'https://a.test', { HTTPS_PROXY: proxy, NO_PROXY: 'a.test' }, undefined],
    ['no_proxy', 'https://a.test', { HTTPS_PROXY: proxy, no_proxy: 'a.test' }, undefined],
    ['loopback name', 'https://localhost:6443', { HTTPS_PROXY: proxy }, undefined],
    ['loopback address', 'https://127.3.2.1:6443', { HTTPS_PROXY: proxy }, undefined],
    ['loopback IPv6', 'https://[::1]:6443', { HTTPS_PROXY: proxy }, undefined],
    ['IPv6', 'https://[fd00::1]:6443', { HTTPS_PROXY: proxy }, proxy],
  ])('R-15: %s', (_what, server, env, expected) => {
    expect(proxyFor(server, undefined, env)).toBe(expected);
  });
});

describe('NO_PROXY', () => {
  test.each([
    ['example.org', 'example.org', true],
    ['example.org', 'api.example.org', true],
    ['example.org', 'notexample.org', false],
    ['.example.org', 'api.example.org', true],
    ['.example.org', 'example.org', false],
    ['*.example.org', 'api.example.org', true],
    ['EXAMPLE.org', 'Api.Example.ORG', true],
    ['*', 'anything', true],
    ['a.test, b.test', 'b.test', true],
    ['a.test:6443', 'a.test', true],
    ['a.test:443', 'a.test', false],
    ['10.0.0.0/8', '10.1.2.3', true],
    ['10.0.0.0/8', '11.1.2.3', false],
    ['10.0.0.0/8', '10.example.org', false],
    ['10.1.2.3', '10.1.2.3', true],
    ['10.1.2.3:6443', '10.1.2.3', true],
    ['10.1.2.3:443', '10.1.2.3', false],
    ['fd00::/8', 'fd12::1', true],
    ['fd00::1', 'fd00:0::1', true],
    ['[fd00::1]:6443', 'fd00::1', true],
    ['10.0.0.0/99', '10.0.0.1', false],
    ['', 'a.test', false],
    [',,', 'a.test', false],
  ])('R-15: %s and %s on port 6443: exempt is %s', (noProxy, host, expected) => {
    expect(isExempt(host, '6443', noProxy)).toBe(expected);
  });
});
