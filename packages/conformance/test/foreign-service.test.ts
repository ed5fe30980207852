import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConformanceReport } from '@messaging-service/conformance';
import { createEmulator, type EmulatorOptions } from '@messaging-service/emulator';
import { temporaryFolder } from '@messaging-service/test-support';
import { expect, test } from 'vitest';
import { type Ended, runInProcess } from '../../../test/in-process.ts';
import { FOREIGN_KEYS, serveForeignService } from './foreign-service.ts';

const PROGRAM = new URL('../src/cli/main.ts', import.meta.url);

async function run(
  args: readonly string[],
  env: Record<string, string> = { FORCE_COLOR: '0' },
): Promise<Ended> {
  const keys = ['--account-key', FOREIGN_KEYS.account, '--organization-key', FOREIGN_KEYS.organization];
  const target = ['--base-url', await serveForeignService(), ...keys, '--sender', 'ACME'];
  return runInProcess({ program: PROGRAM, args: [...target, ...args], env });
}

const newFile = (name: string) => join(temporaryFolder('conformance'), name);

/** Each deliberate difference of the foreign service, with its topic, and what the client or the emulator does about it. */
const DIFFERENCES: readonly (readonly [
  what: string,
  kind: 'broken-clause' | 'open-point',
  id: string,
  topic: string,
  detail: RegExp,
  coping: RegExp,
])[] = [
  [
    'the status of a wrong key',
    'broken-clause',
    'edit-account.invalid-key',
    'Errors and statuses',
    /returned 401/,
    /"invalid_key":401/,
  ],
  [
    'the status of an unknown account',
    'broken-clause',
    'edit-account.unknown-account',
    'Errors and statuses',
    /returned 400/,
    /"account_not_found":400/,
  ],
  [
    'the status of a foreign sender',
    'open-point',
    'statuses.sender_not_owned',
    'Errors and statuses',
    /^422/,
    /"sender_not_owned":422/,
  ],
  [
    'the body of errors',
    'open-point',
    'error-body',
    'Errors and statuses',
    /\{ message: string \}/,
    /by its status/,
  ],
  [
    'only uuid and at in batches',
    'open-point',
    'batch-spellings',
    'Requests and responses',
    /^uuid and at\.$/,
    /writes both names/,
  ],
  [
    'a member of accounts in another case',
    'broken-clause',
    'accounts.list',
    'Accounts',
    /^accounts\.\*\.held_credits is required$/,
    /onMismatch/,
  ],
  [
    'a missing member of pending batches',
    'broken-clause',
    'pending-batches.list',
    'Batches',
    /^batches\.\*\.messagecount is required$/,
    /onMismatch/,
  ],
  [
    'no plus before numbers',
    'open-point',
    'plus-in-numbers',
    'Requests and responses',
    /with a plus is refused \(400\)/,
    /normalizePhoneNumber/,
  ],
  [
    'times in another notation',
    'broken-clause',
    'add-message.send-at-echoed',
    'Scheduling',
    /:\d\dZ was returned as .+\.000Z/,
    /compare instants/,
  ],
  [
    'unknown members that are ignored',
    'open-point',
    'unknown-fields',
    'Requests and responses',
    /ignored/,
    /"unknownFields":"ignore"/,
  ],
  [
    'no list of receipt codes',
    'broken-clause',
    'receipt-codes.list',
    'Delivery receipts',
    /returned 404/,
    /without this list/,
  ],
];

test('a service that was written from the specification alone is the service, and each of its differences is found', async () => {
  const { code, stdout, stderr } = await run(['--json']);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  const { verdict, differences } = JSON.parse(stdout) as ConformanceReport;
  expect(verdict).toEqual({
    conclusion: 'service-with-differences',
    sentence: 'This is the service, with 6 differences.',
    differences: 6,
  });
  for (const [what, kind, id, topic, detail, coping] of DIFFERENCES) {
    const found = differences.find(({ ids }) => ids.includes(id));
    expect({ what, kind: found?.kind, topic: found?.topic }).toEqual({ what, kind, topic });
    expect(found?.detail).toMatch(detail);
    expect(`${found?.client}\n${found?.emulator}`).toMatch(coping);
  }
  const broken = differences.filter((one) => one.kind === 'broken-clause');
  expect(broken.flatMap(({ ids }) => ids.slice(0, 1)).toSorted()).toEqual([
    'add-message.send-at-echoed',
    'authentication.organization-key-to-edit',
    'edit-account.invalid-key',
    'edit-account.unknown-account',
    'pending-batches.list',
    'receipt-codes.list',
  ]);
});

test('the text begins with the verdict and the totals, then has the differences by topic', async () => {
  const { code, stdout } = await run([]);
  expect(code).toBe(1);
  const lines = stdout.split('\n');
  expect(lines[0]).toBe('This is the service, with 6 differences.');
  expect(lines[1]).toMatch(
    /^\d+ passed, \d+ failed, \d+ skipped; \d+ of \d+ open points detected, \d+ unlike the emulator$/,
  );
  const topics = lines.filter((line) => /^ {2}[A-Z]/.test(line)).map((line) => line.trim());
  expect(topics).toEqual([...new Set(topics)]);
  expect(topics.toSorted()).toEqual([...new Set(DIFFERENCES.map(([, , , topic]) => topic))].toSorted());
  expect(stdout).toContain(
    '    ✗ The response of batches.listPending has the documented form. [pending-batches.list]\n' +
      '        service:  batches.*.messagecount is required\n' +
      '        client:   reads the rest and reports it to `onMismatch`',
  );
  expect(stdout).toContain('        emulator: does the same with {"unknownFields":"ignore"}');
  expect(stdout).not.toMatch(/[0-9a-f]{32}|A call without a key is refused/);
});

test('what was skipped is grouped by the missing option, with the one command that runs it', async () => {
  const { stdout } = await run([]);
  expect(stdout).toMatch(/^ +\d+ {2}without --allow-sending --to <number>$/m);
  expect(stdout).toMatch(/^ +\d+ {2}only with checkConformance\(\): receiveWebhooks, writeFromHandset$/m);
  expect(stdout).toMatch(
    /^ {2}npx messaging-conformance --base-url http:\/\/127\.0\.0\.1:\d+ --account-key <key> --organization-key <key> --sender ACME --allow-sending --to <number>$/m,
  );
});

test('--details adds each case and each open point', async () => {
  const { stdout } = await run(['--details']);
  expect(stdout).toMatch(
    /^✓ A call without a key is refused\. \[authentication\.key-required; KEY-1, KEY-6\]$/m,
  );
  expect(stdout).toMatch(/^- A scheduled message is a pending batch .+\n {4}needs permission to send$/m);
  expect(stdout).toMatch(
    /^\? Are unknown members refused\? \[unknown-fields; API-6\]\n {4}They are ignored\.$/m,
  );
});

test('--write writes a configuration with which the emulator has the same statuses', async () => {
  const file = newFile('emulator.config.json');
  await run(['--write', file]);
  const config = JSON.parse(readFileSync(file, 'utf8')) as EmulatorOptions;
  expect(config).toMatchObject({
    unknownFields: 'ignore',
    statuses: { invalid_key: 401, sender_not_owned: 422 },
  });
  createEmulator(config).close();
});

test('--junit writes a test for each case, whatever the responses contain', async () => {
  const file = newFile('report.xml');
  const { stdout } = await run(['--json', '--junit', file]);
  const { clauses } = JSON.parse(stdout) as ConformanceReport;
  const xml = readFileSync(file, 'utf8');
  const count = (outcome: string) => clauses.filter((one) => one.outcome === outcome).length;
  expect(xml).toContain(
    `tests="${clauses.length}" failures="${count('failed')}" errors="0" skipped="${count('skipped')}"`,
  );
  expect(xml.match(/<testcase /g)).toHaveLength(clauses.length);
  expect(xml.match(/<failure /g)).toHaveLength(count('failed'));
  expect(xml).toContain('returned 401 {&quot;message&quot;:&quot;Wrong key&quot;}');
  expect(xml).toContain('value="This is the service, with 6 differences."');
});

test('FORCE_COLOR colors the verdict, NO_COLOR does not, and JSON never has colors', async () => {
  const colored = await run([], { FORCE_COLOR: '1' });
  expect(colored.stdout).toMatch(
    /^\u001b\[33m\u001b\[1mThis is the service, with 6 differences\.\u001b\[22m\u001b\[39m\n/,
  );
  expect((await run(['--json'], { FORCE_COLOR: '1' })).stdout).not.toContain('\u001b');
});
