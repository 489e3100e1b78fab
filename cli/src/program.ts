import { Argument, Command, Option } from 'commander';
import type { DiffOptions, ValidateOptions } from './crd/index.ts';
import type { Outcome } from './outcome.ts';

/**
 * All commands and their flags. What a command needs is imported when it runs, so that help and a typing
 * error cost nothing.
 */
export function createProgram(finish: (outcome: Outcome) => void): Command {
  const program = new Command('slipway')
    .description('Kubernetes operators: define, check and roll out.')
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => {
        const line = text
          .replace(/^error: /, '')
          .trim()
          .replaceAll(/\s+/g, ' ');
        write(`slipway: ${line} [CLI_USAGE]\n`);
      },
    });
  const crd = program.command('crd').description('Custom resource definitions: compare, validate, document.');
  const clusterFlags = (command: Command): Command =>
    command
      .option('--kubeconfig <file>', 'kubeconfig of the cluster (default: KUBECONFIG or ~/.kube/config)')
      .option('--context <name>', 'context of the kubeconfig');

  clusterFlags(crd.command('diff'))
    .description('What happens when NEW replaces OLD: who is hurt, and how to do it safely instead.')
    .addArgument(new Argument('<old>', SOURCES))
    .addArgument(new Argument('<new>', SOURCES))
    .addOption(new Option('--mode <mode>', 'whose answer').choices(['crdify', 'olm', 'platform']).default('platform'))
    .option('--strict', 'count every loosening one step worse')
    .addOption(
      new Option('--fail-on <verdict>', 'lowest verdict that fails')
        .choices(['REJECT', 'BREAK', 'REVIEW', 'ONEWAY', 'SAFE', 'INFO'])
        .default('BREAK'),
    )
    .option('--against-live', 'count the objects in the cluster that each finding hurts')
    .option('--require-live', 'like --against-live; an incomplete count is a fault')
    .option('--waivers <file>', 'breaks that an owner has accepted until a day')
    .option('--crdify-config <file>', 'configuration of crdify, for --mode crdify')
    .addOption(
      new Option('-o, --output <format>', 'how to print')
        .choices(['table', 'json', 'markdown', 'sarif', 'crdify'])
        .default('table'),
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
      new Option('-o, --output <format>', 'what to print: a line for each object, or the objects pruned and defaulted')
        .choices(['text', 'yaml'])
        .default('text'),
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
  return program;
}

const SOURCES = 'a file, a folder, a chart, - for standard input, or cluster:[CONTEXT]';
