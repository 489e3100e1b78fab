import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { silentLogger } from '@slipway/kube';
import { expect, onTestFinished, test } from 'vitest';
import { checkAddress, Endpoints } from './endpoints.ts';

test.each([
  { port: 0 },
  { address: 8080 },
  { address: '8080' },
  { address: ':http' },
  { address: ':70000' },
  {},
  true,
  null,
])('an address that is none is refused with the option and the way out: %j', (value) => {
  expect(() => checkAddress('metrics', value)).toThrow(
    expect.objectContaining({
      code: 'MANAGER_OPTIONS',
      message: expect.stringMatching(/^The option metrics is .*':8080'.*false/),
    }),
  );
});

test.each([false, { address: ':8080' }, { address: '127.0.0.1:0' }, { address: '[::1]:9' }])('%j is taken', (value) => {
  expect(() => checkAddress('health', value)).not.toThrow();
});

test('a port that is taken is an error with a code that names the option', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const address = `127.0.0.1:${(other.address() as AddressInfo).port}`;
  const endpoints = new Endpoints({
    metrics: false,
    health: { address },
    page: async () => ({ status: 200, body: '' }),
    logger: silentLogger,
  });
  await expect(endpoints.start()).rejects.toMatchObject({
    code: 'MANAGER_ADDRESS',
    message: expect.stringContaining(`The option health asks to listen on ${address}, and another process listens`),
  });
  await endpoints.stop();
});
