import type { Transport } from '@slipway/kube/transport';

/** The first release whose pods can sleep before they stop. */
const SLEEP_SINCE = 30;

/** Whether the API server knows the preStop sleep (G-134). Providers write minors such as `30+`. */
export async function canSleep(transport: Pick<Transport, 'json'>, signal?: AbortSignal): Promise<boolean> {
  const { major, minor } = await transport.json<{ readonly major: string; readonly minor: string }>({
    method: 'GET',
    path: '/version',
    ...(signal && { signal }),
  });
  return Number(major) > 1 || Number.parseInt(minor, 10) >= SLEEP_SINCE;
}
