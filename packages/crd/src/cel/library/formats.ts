import {
  dns1035Faults,
  dns1123LabelFaults,
  dns1123SubdomainFaults,
  labelValueFaults,
  qualifiedNameFaults,
} from '@slipway/apimachinery/names';
import { stringFormat } from '../../schema/index.ts';
import { declareFunction, declareMethod, FORMAT, listOf, type Overload, optionalOf, STRING } from '../types/index.ts';
import { CelList, noSuchOverload, Optional, type Rich, sizeOf, type Value } from '../values/index.ts';
import { matching, unit } from './costs.ts';
import { uriFault } from './urls.ts';

/** A format that has a name, as a value. */
class NamedFormat implements Rich {
  readonly typeName = 'kubernetes.NamedFormat';
  readonly name: string;
  readonly faults: (text: string) => readonly string[];
  /** Length of the pattern that the server takes the format for when it counts cost. */
  readonly patternSize: number;

  constructor(name: string, faults: (text: string) => readonly string[], patternSize: number) {
    this.name = name;
    this.faults = faults;
    this.patternSize = patternSize;
  }

  equals(other: Value): boolean {
    if (!(other instanceof NamedFormat)) throw noSuchOverload();
    return other.name === this.name;
  }
}

/** More text may follow a prefix, so a dash at its end is fine. The server puts an `a` over the last two characters. */
const asPrefix = (faults: (text: string) => readonly string[]) => (text: string) =>
  faults(text.length > 1 && text.endsWith('-') ? `${text.slice(0, -2)}a` : text);

const known = (format: string, fault: string) => (text: string) =>
  stringFormat(format)?.(text) === true ? [] : [fault];

function uriFaults(text: string): string[] {
  const fault = uriFault(text);
  return fault === undefined ? [] : [fault];
}

const FORMATS: ReadonlyMap<string, NamedFormat> = new Map(
  Object.entries({
    dns1123Label: new NamedFormat('DNS1123Label', dns1123LabelFaults, 30),
    dns1123Subdomain: new NamedFormat('DNS1123Subdomain', dns1123SubdomainFaults, 60),
    dns1035Label: new NamedFormat('DNS1035Label', dns1035Faults, 30),
    qualifiedName: new NamedFormat('QualifiedName', qualifiedNameFaults, 60),
    dns1123LabelPrefix: new NamedFormat('DNS1123LabelPrefix', asPrefix(dns1123LabelFaults), 30),
    dns1123SubdomainPrefix: new NamedFormat('DNS1123SubdomainPrefix', asPrefix(dns1123SubdomainFaults), 60),
    dns1035LabelPrefix: new NamedFormat('DNS1035LabelPrefix', asPrefix(dns1035Faults), 30),
    labelValue: new NamedFormat('LabelValue', labelValueFaults, 40),
    uri: new NamedFormat('URI', uriFaults, 1103),
    uuid: new NamedFormat('uuid', known('uuid', 'does not match the UUID format'), 75),
    byte: new NamedFormat('byte', known('byte', 'invalid base64'), 84),
    date: new NamedFormat('date', known('date', 'invalid date'), 91),
    datetime: new NamedFormat('datetime', known('datetime', 'invalid datetime'), 91),
  }),
);

function validate(format: NamedFormat, text: string): Optional {
  const faults = format.faults(text);
  return faults.length === 0 ? Optional.none : new Optional(CelList.of(faults));
}

export const NAMED_FORMATS: readonly Overload[] = [
  ...[...FORMATS].map(([name, format]) => declareFunction(`format.${name}`, [], FORMAT, () => format)),
  declareFunction(
    'format.named',
    [STRING],
    optionalOf(FORMAT),
    (name: string) => {
      const format = FORMATS.get(name);
      return format === undefined ? Optional.none : new Optional(format);
    },
    unit,
  ),
  declareMethod('validate', [FORMAT, STRING], optionalOf(listOf(STRING)), validate, (format, text) =>
    matching(sizeOf(text), (format as NamedFormat).patternSize),
  ),
];
