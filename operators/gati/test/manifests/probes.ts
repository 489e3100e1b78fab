import fc from 'fast-check';

export const port = fc.integer({ min: 1, max: 65_535 });

const times = fc.record(
  {
    initialDelaySeconds: fc.integer({ min: 0, max: 60 }),
    periodSeconds: fc.integer({ min: 1, max: 60 }),
    failureThreshold: fc.integer({ min: 1, max: 9 }),
  },
  { requiredKeys: [] },
);
const way = fc.oneof(
  fc.constant({}),
  fc.constant({ enabled: false }),
  fc.record({ httpGet: fc.record({ path: fc.constantFrom('/', '/up'), port }, { requiredKeys: [] }) }),
  fc.record({ tcpSocket: fc.record({ port }, { requiredKeys: [] }) }),
  fc.record({ grpc: fc.record({ port, service: fc.constantFrom('', 'users') }, { requiredKeys: [] }) }),
);

/** Any probe that a handler or a module may ask for. */
export const probe = fc.tuple(way, times).map(([how, when]) => ({ ...when, ...how }));
