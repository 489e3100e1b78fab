import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { AuditLog, parseAuditLine } from './audit-log.ts';

const event = (name: string): string =>
  JSON.stringify({
    stage: 'ResponseComplete',
    verb: 'patch',
    user: { username: 'contestant' },
    objectRef: { resource: 'widgets', subresource: 'status', name },
    responseStatus: { code: 200 },
    requestObject: { status: { observedGeneration: 3 } },
    requestReceivedTimestamp: '2026-01-01T00:00:00.000250Z',
    stageTimestamp: '2026-01-01T00:00:01.500000Z',
  });

it('a line of the audit log gives who did what to which part of which object, to the microsecond', () => {
  expect(parseAuditLine(event('one'))).toEqual({
    user: 'contestant',
    verb: 'patch',
    resource: 'widgets/status',
    name: 'one',
    code: 200,
    receivedAt: Date.UTC(2026, 0, 1) + 0.25,
    answeredAt: Date.UTC(2026, 0, 1) + 1500,
    observedGeneration: 3,
  });
});

it('a log that is read while it grows gives every line once, and half a line only when it is whole', () => {
  const folder = mkdtempSync(join(tmpdir(), 'audit-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'audit.log');
  const second = event('two');
  writeFileSync(path, `${event('one')}\n${second.slice(0, 50)}`);
  const log = new AuditLog(path);
  expect(log.read().map(({ name }) => name)).toEqual(['one']);
  appendFileSync(path, `${second.slice(50)}\n`);
  expect(log.read().map(({ name }) => name)).toEqual(['one', 'two']);
  expect(log.read()).toHaveLength(2);
});
