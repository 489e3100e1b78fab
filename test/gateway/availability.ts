import { describeNeeding } from '../foreign/needing.ts';

/** A suite that needs a gateway. Where none can be had it is listed as not run, with the reason. */
export const describeWithGateway = (title: string, body: () => void): Promise<void> =>
  describeNeeding(['traefik'], title, body);
