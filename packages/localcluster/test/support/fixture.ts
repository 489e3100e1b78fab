import { afterAll, afterEach, beforeAll } from 'vitest';
import { TestClient } from '../../../apiserver/test/support/client.ts';
import { type LocalCluster, type LocalClusterOptions, startLocalCluster } from '../../src/index.ts';

export * from '../../../apiserver/test/support/objects.ts';

export interface Fixture {
  readonly cluster: LocalCluster;
  readonly client: TestClient;
}

/** One cluster for all tests of a file; faults of one test do not reach the next. */
export function useCluster(options: () => LocalClusterOptions = () => ({})): Fixture {
  let cluster: LocalCluster | undefined;
  let client: TestClient | undefined;
  beforeAll(async () => {
    cluster = await startLocalCluster(options());
    client = new TestClient(cluster);
  });
  afterEach(() => cluster?.faults.clear());
  afterAll(async () => {
    client?.close();
    await cluster?.stop();
  });
  return {
    get cluster() {
      return cluster as LocalCluster;
    },
    get client() {
      return client as TestClient;
    },
  };
}
