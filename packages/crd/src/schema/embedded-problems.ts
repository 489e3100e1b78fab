import { dns1035Faults } from '@slipway/apimachinery/names';
import { isJsonObject, type JsonObject } from './json.ts';
import { metadataProblems } from './metadata-problems.ts';
import { invalid, type Problem, required } from './problem.ts';

/** What is wrong with the type and metadata of an embedded resource. Never ratcheted. */
export function embeddedProblems(value: JsonObject, field: (below: string) => string): Problem[] {
  const problems: Problem[] = [];
  for (const key of ['apiVersion', 'kind']) if (!Object.hasOwn(value, key)) problems.push(required(field(key)));
  const { apiVersion, kind, metadata } = value;
  if (typeof apiVersion === 'string') {
    if (apiVersion === '') problems.push(invalid(field('apiVersion'), '', 'must not be empty'));
    else if (apiVersion !== '/' && apiVersion.split('/').length > 2) {
      problems.push(invalid(field('apiVersion'), apiVersion, `unexpected GroupVersion string: ${apiVersion}`));
    }
  }
  if (typeof kind === 'string') {
    const faults = dns1035Faults(kind.toLowerCase());
    if (kind === '') problems.push(invalid(field('kind'), '', 'must not be empty'));
    else if (faults.length > 0) {
      const detail = `may have mixed case, but should otherwise match: ${faults.join(',')}`;
      problems.push(invalid(field('kind'), kind, detail));
    }
  }
  if (isJsonObject(metadata)) problems.push(...metadataProblems(metadata, (below) => field(`metadata.${below}`)));
  return problems;
}
