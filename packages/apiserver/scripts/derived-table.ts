import { builtInResources } from '../src/resources/built-in.ts';
import { type OpenApiDocument, typeTable, type WantedKind } from './type-table.ts';

/** The table as the server behind `read` would have it. `read` answers a path with a body. */
export async function derivedTable(read: (path: string) => Promise<string>): Promise<string> {
  const wanted: WantedKind[] = builtInResources.flatMap(({ group, kind, versions }) =>
    versions.flatMap(({ version, subresources }) => [
      { group, version, kind },
      ...subresources.flatMap((sub) =>
        sub.group === undefined || sub.version === undefined
          ? []
          : [{ group: sub.group, version: sub.version, kind: sub.kind }],
      ),
    ]),
  );
  const paths = new Set(wanted.map(({ group, version }) => (group ? `apis/${group}/${version}` : `api/${version}`)));
  const documents: OpenApiDocument[] = [];
  for (const path of paths) documents.push(JSON.parse(await read(`/openapi/v3/${path}`)) as OpenApiDocument);
  return typeTable(documents, wanted);
}
