import type { LaneOptions, Lanes } from './lanes.ts';

/** In place of lanes where requests go another way than through sockets. */
export function withoutSockets({
  tls,
}: LaneOptions): Pick<Lanes, 'material' | 'pool' | 'sockets' | 'retire' | 'destroy'> {
  return {
    material: tls,
    pool() {
      throw new Error('There are no sockets where requests do not go through any.');
    },
    sockets: () => ({ watch: 0, request: 0, election: 0 }),
    retire: async () => {},
    destroy: async () => {},
  };
}
