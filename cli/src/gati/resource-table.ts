import { isJsonObject, type JsonObject, type JsonValue } from '@slipway/crd/schema';
import { nameOfObject } from '../object-name.ts';
import { table } from '../table.ts';

/** Resources that a conversion makes, as lines. */
export function resourceTable(resources: readonly JsonObject[]): string {
  const rows = resources.map((resource) => {
    const spec = fieldsOf(resource['spec']);
    const [port] = Array.isArray(spec['ports']) ? spec['ports'] : [];
    return [
      cell(fieldsOf(resource['metadata'])['namespace']),
      nameOfObject(resource),
      cell(spec['version'] ?? spec['versionId']),
      cell(spec['handlerPath']),
      cell(spec['image']),
      cell(spec['port'] ?? fieldsOf(port)['port']),
    ];
  });
  return table([['NAMESPACE', 'NAME', 'VERSION', 'PATH', 'IMAGE', 'PORT'], ...rows]);
}

const fieldsOf = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});

const cell = (value: JsonValue | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? `${value}` : '-';
