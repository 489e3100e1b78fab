import { Option } from 'commander';

/** How commands that show objects print them; `wide` has more columns, `name` one name per line, as kubectl's. */
export const LISTINGS = ['table', 'wide', 'json', 'yaml', 'name'] as const;
export type Listing = (typeof LISTINGS)[number];

export const listingOption = (): Option =>
  new Option('-o, --output <format>', 'how to print').choices(LISTINGS).default('table');
