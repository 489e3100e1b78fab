import { Option } from 'commander';

/** As kubectl's: more columns and nothing cut, all of it for programs, one name per line for xargs. */
const KUBECTLS = ['wide', 'json', 'yaml', 'name'] as const;

/** What `-o` takes, by what is printed; the first is the default. Those of kubectl are taken everywhere. */
const OUTPUTS = {
  listing: ['table', ...KUBECTLS],
  comparison: ['table', ...KUBECTLS, 'markdown', 'sarif', 'github', 'crdify'],
  validation: ['text', ...KUBECTLS, 'sarif'],
  conversion: ['yaml', 'wide', 'json', 'name'],
  version: ['text', ...KUBECTLS],
} as const;

type Printed = keyof typeof OUTPUTS;
export type OutputOf<What extends Printed> = (typeof OUTPUTS)[What][number];
export type Listing = OutputOf<'listing'>;

export function outputOption(what: Printed, description = 'how to print'): Option {
  const [usual, ...others] = OUTPUTS[what];
  return new Option('-o, --output <format>', description).choices([usual, ...others]).default(usual);
}
