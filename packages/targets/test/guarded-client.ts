/** A manager with one helm under way: what the tests of the guard kill and stop. Arguments: helm, folder, stall time. */
import { HelmClient } from '@slipway/targets/helm';

const [, , binary = '', folder = '', stallMs = ''] = process.argv;
const client = await HelmClient.open({ binary, folder, stallMs: Number(stallMs), env: { PATH: process.env['PATH'] } });
try {
  await client.status({ namespace: 'default', name: 'shop' });
} catch (error) {
  process.stdout.write(`${(error as { code?: string }).code}\n`);
  await client.close();
  process.stdout.write('closed\n');
}
