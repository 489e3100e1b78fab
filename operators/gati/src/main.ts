#!/usr/bin/env node
import { runOperator } from './operator/index.ts';
import { settingsOf } from './settings/index.ts';

try {
  await runOperator(settingsOf(process.env));
} catch (error) {
  const { code, message } = error as { code?: unknown; message?: unknown };
  process.stderr.write(`gati-operator: ${String(message ?? error)}${typeof code === 'string' ? ` [${code}]` : ''}\n`);
  process.exitCode = 1;
}
