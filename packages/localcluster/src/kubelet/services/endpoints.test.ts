import { describe, expect, it } from 'vitest';
import { portName, readyEndpoints } from './endpoints.ts';

const service = {
  metadata: {},
  spec: {
    ports: [
      { name: 'http', port: 80 },
      { name: 'grpc', port: 90 },
    ],
  },
};

describe('ways to Services', () => {
  it.each([
    [undefined, 'http'],
    ['grpc', 'grpc'],
    [90, 'grpc'],
    ['90', 'grpc'],
    ['other', undefined],
  ])('L-23: port %s of a Service is %s', (port, name) => {
    expect(portName(service, port)).toBe(name);
  });

  it('L-23: only ready endpoints of the port are used; those that say nothing are ready', () => {
    const slice = {
      metadata: {},
      addressType: 'IPv4',
      endpoints: [
        { addresses: ['127.1.0.2'], conditions: { ready: true } },
        { addresses: ['127.1.0.3'], conditions: { ready: false } },
        { addresses: ['127.1.0.4'] },
      ],
      ports: [{ name: 'http', port: 8080 }],
    };
    expect(readyEndpoints([slice], 'http')).toEqual([
      { host: '127.1.0.2', port: 8080 },
      { host: '127.1.0.4', port: 8080 },
    ]);
    expect(readyEndpoints([slice], 'grpc')).toEqual([]);
  });
});
