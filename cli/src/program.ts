import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import type { Shell } from './completion/index.ts';
import type { DiffOptions, ValidateOptions } from './crd/index.ts';
import { addGenerateCommands } from './crd-generate-command.ts';
import { addGatiCommands } from './gati-commands.ts';
import type { StartOptions, StopOptions } from './local/index.ts';
import type { OperatorFlags } from './operator/index.ts';
import type { Outcome } from './outcome.ts';
import { type Listing, type OutputOf, outputOption } from './output.ts';
import { VERSION } from './version.ts';

/**
 * All commands and their flags. What a command needs is imported when it runs, so that help and a typing
 * error cost nothing.
 */
export function createProgram(finish: (outcome: Outcome) => void): Command {
  const program = new Command('slipway')
    .description('Kubernetes operators: define, check and roll out.')
    .version(VERSION, '--version', 'prints the version')
    // `gati convert` has a --version of its own.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => {
        const line = text
          .replace(/^error: /, '')
          .trim()
          .replaceAll(/\s+/g, ' ');
        const wayOut = line.startsWith('unknown command') ? '; --help shows those that there are' : '';
        write(`slipway: ${line}${wayOut} [CLI_USAGE]\n`);
      },
    });
  const crd = program.command('crd').description('Custom resource definitions: generate, compare, validate, document.');
  const clusterFlags = (command: Command): Command =>
    command
      .option('--kubeconfig <file>', 'kubeconfig of the cluster (default: KUBECONFIG or ~/.kube/config)')
      .option('--context <name>', 'context of the kubeconfig');

  clusterFlags(crd.command('diff'))
    .description('What happens when NEW replaces OLD: who is affected, and how to do it safely instead.')
    .addArgument(new Argument('<old>', SOURCES))
    .addArgument(new Argument('<new>', SOURCES))
    .addOption(new Option('--mode <mode>', 'whose answer').choices(['crdify', 'olm', 'platform']).default('platform'))
    .option('--strict', 'count every loosening one step worse')
    .addOption(
      new Option('--fail-on <verdict>', 'lowest verdict that fails (default: BREAK)').choices([
        'REJECT',
        'BREAK',
        'REVIEW',
        'ONEWAY',
        'SAFE',
        'INFO',
      ]),
    )
    .option(
      '--targets <releases>',
      'Kubernetes releases to work on, as in 1.31,1.36 (default: those that Kubernetes supports, the newest three)',
      releases,
    )
    .option('--policy <file>', 'options for groups or names of CRDs')
    .option('--environment <name>', 'chooses among the policies')
    .option('--against-live', 'count the objects in the cluster that each finding hurts')
    .option('--require-live', 'like --against-live; an incomplete count is a fault')
    .option('--waivers <file>', 'breaks that an owner has accepted until a day')
    .option('--crdify-config <file>', 'configuration of crdify, for --mode crdify')
    .addOption(
      outputOption(
        'comparison',
        'how to print; wide adds old and new values and witnesses and cuts nothing, name lists the CRDs with findings',
      ),
    )
    .action(async (old: string, now: string, options: DiffOptions) => {
      const { diffCrds } = await import('./crd/index.ts');
      finish(await diffCrds(old, now, options));
    });

  clusterFlags(crd.command('validate'))
    .description('What the API server would say to objects, without a server.')
    .addArgument(new Argument('<crd>', SOURCES))
    .addArgument(new Argument('[objects...]', 'files, folders or -; without any, the CRDs themselves are checked'))
    .addOption(
      new Option('--field-validation <how>', 'what an unknown field is')
        .choices(['strict', 'warn', 'ignore'])
        .default('strict'),
    )
    .addOption(
      outputOption(
        'validation',
        'what to print: a line for each object, a report (wide, json, sarif), the objects pruned and defaulted (yaml), or the names of those that are refused (name)',
      ),
    )
    .action(async (crds: string, objects: string[], options: ValidateOptions) => {
      const { validateObjects } = await import('./crd/index.ts');
      finish(await validateObjects(crds, objects, options));
    });

  clusterFlags(crd.command('docs'))
    .description('Reference documentation in Markdown.')
    .addArgument(new Argument('<crd>', SOURCES))
    .action(async (crds: string, options: { kubeconfig?: string; context?: string }) => {
      const { documentCrds } = await import('./crd/index.ts');
      finish(await documentCrds(crds, options));
    });
  addGenerateCommands(crd, finish);
  addLocalCommands(program.command('local').description('Local clusters: a Kubernetes API in one process.'), finish);
  clusterFlags(
    program.command('operator').description('Runs an operator here until it is asked to end.').command('gati'),
  )
    .description('The Gati operator; its settings come from the environment.')
    .option(
      '--metrics-port <port>',
      'where Prometheus metrics are served; 0 is a free one (default: METRICS_ADDRESS, or 8080)',
      port,
    )
    .option(
      '--health-port <port>',
      'where /healthz and /readyz are served; 0 is a free one (default: HEALTH_ADDRESS, or 8081)',
      port,
    )
    .action(async (options: OperatorFlags) => {
      const { runGatiOperator } = await import('./operator/index.ts');
      finish(await runGatiOperator(options));
    });
  addGatiCommands(program.command('gati').description('Gati: handlers, modules and versions.'), finish);
  program
    .command('completion')
    .description('A script that completes commands, flags and values: source <(slipway completion bash)')
    .addArgument(new Argument('<shell>', 'your shell').choices(['bash', 'zsh', 'fish']))
    .action(async (shell: Shell) => {
      const { completionScript } = await import('./completion/index.ts');
      finish({ stdout: completionScript(shell, program), exitCode: 0 });
    });
  program
    .command('version')
    .description('Versions of slipway and of what runs it.')
    .addOption(outputOption('version'))
    .action(async ({ output }: { output: OutputOf<'version'> }) => {
      const { printVersion } = await import('./print-version.ts');
      finish(await printVersion(output));
    });
  return program;
}

function addLocalCommands(local: Command, finish: (outcome: Outcome) => void): void {
  const clusterName = new Argument('[name]', 'the cluster').default('default');
  local
    .command('start')
    .description('Starts a cluster in the background; one that runs is left as it is.')
    .addArgument(clusterName)
    .option('--nodes <count>', 'simulated nodes; 0 is a bare API server (default: as before, else 1)')
    .option('--port <port>', 'of the API server; 0 is a free one (default: as before, else 0)')
    .option('--durable', 'keep its objects when it stops')
    .action(async (name: string, options: StartOptions) => {
      const { startCluster } = await import('./local/index.ts');
      finish(await startCluster(name, options));
    });
  local
    .command('stop')
    .description('Stops clusters. What is not durable is gone.')
    .argument('[names...]', 'the clusters (default: default)')
    .option('--all', 'every cluster')
    .option('--erase', 'also the objects of durable clusters')
    .action(async (names: string[], options: StopOptions) => {
      const { stopClusters } = await import('./local/index.ts');
      finish(await stopClusters(names, options));
    });
  local
    .command('list')
    .description('Shows every cluster.')
    .addOption(outputOption('listing'))
    .action(async (options: { output: Listing }) => {
      const { listClusters } = await import('./local/index.ts');
      finish(await listClusters(options));
    });
  local
    .command('kubeconfig')
    .description("Prints the administrator's kubeconfig.")
    .addArgument(clusterName)
    .option('--path', 'the path of its file instead')
    .action(async (name: string, options: { path?: boolean }) => {
      const { printKubeconfig } = await import('./local/index.ts');
      finish(await printKubeconfig(name, options));
    });
  local
    .command('reset')
    .description('Empties a cluster: the same address and settings, no objects.')
    .addArgument(clusterName)
    .action(async (name: string) => {
      const { resetCluster } = await import('./local/index.ts');
      finish(await resetCluster(name));
    });
  local
    .command('run', { hidden: true })
    .addArgument(clusterName)
    .action(async (name: string) => {
      const { runCluster } = await import('./local/index.ts');
      finish(await runCluster(name));
    });
}

function port(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new InvalidArgumentError(`"${text}" is no port.`);
  return Number(text);
}

function releases(text: string): string[] {
  const all = text.split(',');
  const odd = all.find((one) => !/^1\.\d+$/.test(one));
  if (odd !== undefined) throw new InvalidArgumentError(`"${odd}" is no release such as 1.31.`);
  return all;
}

const SOURCES =
  'a file, a folder, a chart, one of these in git as REVISION:PATH, - for standard input, or cluster:[CONTEXT]';
