const LARGEST = 2n ** 64n - 1n;

/** Why a text is no resource version, in the words of a real server; undefined where it is one. */
export function revisionFault(text: string): string | undefined {
  const fault = !/^\d+$/.test(text) ? 'invalid syntax' : BigInt(text) > LARGEST ? 'value out of range' : undefined;
  return fault && `strconv.ParseUint: parsing ${JSON.stringify(text)}: ${fault}`;
}
