/** A value as JSON or YAML. What prints YAML is loaded where it is asked for. */
export async function dataText(output: 'json' | 'yaml', value: unknown): Promise<string> {
  // Once through JSON: what is absent is absent in both.
  const json = JSON.stringify(value, undefined, 2);
  if (output === 'json') return `${json}\n`;
  const { printYaml } = await import('@slipway/crd');
  return printYaml(JSON.parse(json));
}
