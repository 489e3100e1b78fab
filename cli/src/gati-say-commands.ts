import { type Command, InvalidArgumentError } from 'commander';
import type { ListFlags, SayFlags, StatusFlags, UninstallFlags } from './gati/index.ts';
import type { Outcome } from './outcome.ts';
import { outputOption } from './output.ts';

const WORDS: Readonly<Record<string, string>> = {
  promote: 'Goes on with a rollout that waits; --full goes to its end.',
  pause: 'Pauses a rollout.',
  resume: 'Goes on with a rollout that was paused.',
  abort: 'Ends a rollout and gives the weights back.',
  retry: 'Tries a version again that was rolled back.',
  rollback: 'Goes back to what was before a rollout that ended or froze.',
  skip: 'Counts a gate, or a stage, as passed.',
  hold: 'Keeps new rollouts from starting.',
  unhold: 'Lets rollouts start again.',
  retire: 'Removes a version that drains without waiting for its requests to end; NAME is that of the GatiVersion.',
};

/** What people say to the operator about one object, and what they ask about it. */
export function addSayCommands(gati: Command, finish: (outcome: Outcome) => void): void {
  for (const [word, description] of Object.entries(WORDS)) {
    const command = placed(gati.command(word).description(description).argument('<name>', 'the object'))
      .option('--reason <text>', 'why; it is kept in status and in an Event')
      .option('--by <name>', 'who says it (default: the name of the user)')
      .option('--timeout <seconds>', 'how long to wait for the answer', seconds, 30);
    if (word === 'promote')
      command
        .option('--full', 'to the end of the rollout, without its remaining stages')
        .option('--accept-breaking', 'lets the rollout of a version begin that breaks callers');
    if (word === 'skip') command.option('--gate <name>', 'the gate').option('--stage <name>', 'the stage');
    command.action(async (name: string, flags: SayFlags) => {
      const { sayToOperator } = await import('./gati/index.ts');
      finish(await sayToOperator(word, name, flags));
    });
  }
  placed(gati.command('list').description('Handlers: what serves, and where rollouts stand.'))
    .option('-A, --all-namespaces', 'those of every namespace')
    .option('-l, --selector <labels>', 'of the handlers')
    .addOption(outputOption('listing'))
    .action(async (flags: ListFlags) => {
      const { listHandlers } = await import('./gati/index.ts');
      finish(await listHandlers(flags));
    });
  placed(gati.command('status').description('Versions, weights, and what a rollout waits for.'))
    .argument('<name>', 'the handler')
    .addOption(outputOption('listing'))
    .option('-w, --watch', 'show it again with every change, until Ctrl-C')
    .action(async (name: string, flags: StatusFlags) => {
      const { showHandler } = await import('./gati/index.ts');
      finish(await showHandler(name, flags));
    });
  onCluster(
    gati.command('uninstall').description('Removes all handlers, modules and versions, the kinds, and the operator.'),
  )
    .option('--yes', 'really')
    .option('--timeout <seconds>', 'how long the operator is given to clean up', seconds, 120)
    .option('--operator-namespace <name>', 'where the operator runs', 'gati-system')
    .action(async (flags: UninstallFlags) => {
      const { uninstall } = await import('./gati/index.ts');
      finish(await uninstall(flags));
    });
}

const onCluster = (command: Command): Command =>
  command
    .option('--kubeconfig <file>', 'kubeconfig of the cluster (default: KUBECONFIG or ~/.kube/config)')
    .option('--context <name>', 'context of the kubeconfig');

const placed = (command: Command): Command =>
  onCluster(command).option('-n, --namespace <name>', "of the object (default: the context's)");

function seconds(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 86_400)) throw new InvalidArgumentError(`"${text}" is no number of seconds.`);
  return value;
}
