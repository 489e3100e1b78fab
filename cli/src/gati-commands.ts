import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ConvertFlags } from './gati/index.ts';
import { addSayCommands } from './gati-say-commands.ts';
import type { Outcome } from './outcome.ts';
import { outputOption } from './output.ts';

/** The commands and their flags; what a command needs is imported when it runs. */
export function addGatiCommands(gati: Command, finish: (outcome: Outcome) => void): void {
  addSayCommands(gati, finish);
  gati
    .command('convert')
    .description('From Deployments and what belongs to them to handlers and modules, with what is not carried over.')
    .option('-f, --filename <path...>', 'files, folders or -; without any, the cluster is read')
    .option('-n, --namespace <name>', "of the cluster (default: the context's)")
    .option('-l, --selector <labels>', 'of the Deployments in the cluster')
    .option('--kubeconfig <file>', 'kubeconfig of the cluster (default: KUBECONFIG or ~/.kube/config)')
    .option('--context <name>', 'context of the kubeconfig')
    .addOption(
      new Option('--as <kind>', 'what Deployments become (default: what they show)').choices(['handler', 'module']),
    )
    .option('--name <name>', 'of the resource (default: the name of the Deployment)')
    .option('--path <route>', 'handlerPath (default: what the manifests tell, else /)')
    .option('--version <id>', 'version (default: what the manifests tell, else the tag of the image)')
    .option('--port <number>', 'port (default: the first of the container)', portNumber)
    .addOption(new Option('--module-type <type>', 'of a module').choices(['node', 'wasm', 'oci']))
    .option('--runtime <name>', 'of a module')
    .option('--adopt', 'keep the present workload as a version with all of the weight, and roll out from it')
    .option('--allow-loss', 'convert although fields are lost')
    .addOption(
      outputOption('conversion', 'how to print the resources; wide is a table of them, json has the report too'),
    )
    .action(async (flags: ConvertFlags) => {
      const { convertManifests } = await import('./gati/index.ts');
      finish(await convertManifests(flags));
    });
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) throw new InvalidArgumentError(`"${text}" is no port.`);
  return port;
}
