import type { ClauseResult, InterpretationResult } from '@messaging-service/conformance';
import { type ConformanceReport, checkConformance } from '@messaging-service/conformance';
import {
  type Capability,
  cases,
  checkClause,
  decide,
  describeResponse,
  differencesOf,
  formatJunit,
  formatReport,
  openPoints,
  Probe,
  redact,
  requireCapabilities,
  Skipped,
  Violation,
} from '@messaging-service/conformance/core';
import { describe, expect, test } from 'vitest';
import { emulatedTarget } from './emulated-target.ts';

const clause = (members: Partial<ClauseResult>): ClauseResult => ({
  id: 'batches.list',
  clause: 'BAT-8',
  sentence: 'The batches are listed.',
  outcome: 'passed',
  detail: undefined,
  ...members,
});

const CLAUSES = [
  clause({}),
  clause({ outcome: 'failed', detail: 'batches.listPending returned 500' }),
  clause({ outcome: 'skipped', detail: 'needs a receiver for webhooks', missing: ['webhooks'] }),
  clause({ outcome: 'skipped', detail: 'needs the organization key', missing: ['organization-key'] }),
  clause({ outcome: 'skipped', detail: 'no account shows it' }),
];

const INTERPRETATIONS: readonly InterpretationResult[] = [
  {
    id: 'five-minute-lead',
    clause: 'SCH-2',
    question: 'Is it late?',
    interpretation: 'Yes.',
    detail: undefined,
    differs: true,
  },
  {
    id: 'order',
    clause: 'CRD-5',
    question: 'Which first?',
    interpretation: undefined,
    detail: 'needs a clock',
  },
];

function reportOf(clauses: readonly ClauseResult[]): ConformanceReport {
  const differences = differencesOf(clauses, INTERPRETATIONS);
  return {
    verdict: decide(differences, undefined),
    differences,
    clauses,
    interpretations: INTERPRETATIONS,
    emulator: { statuses: { invalid_key: 401 } },
  };
}

const target = { baseUrl: 'https://service.test', keys: { accountKey: 'k' }, sender: "it's" };

const SCORECARD = `This is the service, with 1 difference.
1 passed, 1 failed, 3 skipped; 1 of 2 open points detected, 1 unlike the emulator

Differences (✗ breaks the specification, ~ is an open point)

  Batches
    ✗ The batches are listed. [batches.list]
        service:  batches.listPending returned 500
        client:   returns what the service returns: check the code that relies on it
        emulator: has no option for it; \`emulator.addFault()\` returns the same response

  Scheduling
    ~ Is it late? [five-minute-lead]
        service:  Yes.
        client:   returns \`scheduled\` as the service decides it
        emulator: has no option for it; \`emulator.addFault()\` returns the same response

Skipped (3)

    1  only with checkConformance(): receiveWebhooks
    1  without --organization-key <key>
    1  because no account shows it

To run them as well:

  npx messaging-conformance --base-url https://service.test --account-key <key> --sender 'it'\\''s' --organization-key <key>

The emulator does the same with this configuration (--write <file> writes it):

  {"statuses":{"invalid_key":401}}

`;

test('the text of a report has the verdict, the totals, the differences, what was skipped and the configuration', () => {
  expect(formatReport(reportOf(CLAUSES), { target })).toBe(
    `${SCORECARD}--details lists each case and each open point.\n`,
  );
});

test('the details of a report have a line for each case, its reason, and the open points', () => {
  expect(formatReport(reportOf(CLAUSES), { target, details: true })).toBe(`${SCORECARD}Cases

✓ The batches are listed. [batches.list; BAT-8]
✗ The batches are listed. [batches.list; BAT-8]
    batches.listPending returned 500
- The batches are listed. [batches.list; BAT-8]
    needs a receiver for webhooks
- The batches are listed. [batches.list; BAT-8]
    needs the organization key
- The batches are listed. [batches.list; BAT-8]
    no account shows it

Open points

? Is it late? [five-minute-lead; SCH-2]
    Yes.
? Which first? [order; CRD-5]
    Unknown: needs a clock.
`);
});

test('no text of the service can act on a terminal, forge a line or break the XML', () => {
  const detail = 'returned 500 \u001b[2J\u202e\u0000\nThis is the service. <b a="1">&]]>';
  const report = reportOf([clause({ outcome: 'failed', detail })]);
  const text = formatReport(report, { target, details: true });
  expect(text).not.toMatch(/[\u001b\u202e\u0000]|^This is the service\. /m);
  const xml = formatJunit(report);
  expect(xml).not.toMatch(/[\u001b\u202e\u0000]/);
  expect(xml).toContain('This is the service. &lt;b a=&quot;1&quot;&gt;&amp;]]&gt;"/></testcase>');
});

test('one member with a wrong form is one difference, in however many cases and elements it fails', () => {
  const failed = (id: string, detail: string) => clause({ id, outcome: 'failed', detail });
  const differences = differencesOf(
    [
      failed('a', 'the body is invalid: messages.0.batchUuid is required; messages.send returned 200 {}'),
      failed(
        'b',
        'the body is invalid: messages.0.batchUuid is required, messages.1.batchUuid is required; messages.send returned 200 {}',
      ),
      failed('c', 'the body is invalid: batches is required; batches.listPending returned 200 {}'),
    ],
    [],
  );
  expect(differences).toEqual([
    expect.objectContaining({
      topic: 'Messages',
      ids: ['a', 'b'],
      detail: 'messages.*.batchUuid is required',
    }),
    expect.objectContaining({ topic: 'Batches', ids: ['c'] }),
  ]);
  expect(differences[0]?.client).toContain('UnexpectedResponseError');
  expect(differences[1]?.client).toContain('onMismatch');
});

test('a service that breaks no clause is the service, whatever it does about open points', () => {
  expect(decide(differencesOf([], INTERPRETATIONS), undefined)).toEqual({
    conclusion: 'service',
    sentence: 'This is the service.',
    differences: 0,
  });
});

test('an emulator without options has no differences, with all capabilities', async () => {
  const { verdict, differences } = await checkConformance(emulatedTarget().target);
  expect({ verdict: verdict.conclusion, differences }).toEqual({ verdict: 'service', differences: [] });
});

describe('the outcome of a case', () => {
  const probe = new Probe(emulatedTarget().target);
  const outcomeOf = (run: () => Promise<void>) =>
    checkClause(probe, { id: 'a.b', clause: 'BAT-8', sentence: 'It works.', needs: [], run });

  test('that ends', async () => {
    expect(await outcomeOf(async () => undefined)).toMatchObject({ outcome: 'passed', detail: undefined });
  });

  test.each<[string, unknown, ClauseResult['outcome'], string]>([
    ['that finds a violation', new Violation('it is late'), 'failed', 'it is late'],
    ['that cannot tell', new Skipped('no account'), 'skipped', 'no account'],
    ['that stumbles over the response', new TypeError('x'), 'failed', 'the response could not be read: x'],
    ['that rejects with a text', 'nothing', 'failed', 'the response could not be read: nothing'],
  ])('%s', async (_, reason, outcome, detail) => {
    expect(await outcomeOf(() => Promise.reject(reason as Error))).toMatchObject({ outcome, detail });
  });

  test('never contains a key of the target, in any spelling', async () => {
    const accountKey = 'a key/with+signs';
    const open = new Probe({ ...emulatedTarget().target, keys: { accountKey } });
    const message = `${accountKey} and ${encodeURIComponent(accountKey)} at the end`;
    const result = await checkClause(open, {
      ...clause({}),
      needs: [],
      run: () => Promise.reject(new Violation(message)),
    });
    expect(result.detail).toBe('<key> and <key> at the end');
  });
});

test('a text loses the keys of the target and anything that looks like a key, and nothing else', () => {
  const [own, other] = ['0f'.repeat(16), 'AB'.repeat(16)];
  const keys = { accountKey: 'z'.repeat(40), organizationKey: own };
  expect(redact(`a|${'z'.repeat(40)}|${own}|${other}|b`, keys)).toBe('a|<key>|<key>|<key>|b');
  expect(redact(`${'0f'.repeat(15)} and ${'0f'.repeat(17)}`, { accountKey: 'x', organizationKey: '' })).toBe(
    `${'0f'.repeat(15)} and ${'0f'.repeat(17)}`,
  );
});

describe('a response as evidence', () => {
  const response = { operation: 'batches.list', status: 200, body: undefined };

  test.each([
    ['', 'batches.list returned 200 without a body'],
    ['{}', 'batches.list returned 200 {}'],
    ['x'.repeat(300), `batches.list returned 200 ${'x'.repeat(300)}`],
    ['x'.repeat(301), `batches.list returned 200 ${'x'.repeat(300)}…`],
  ])('has at most 300 characters of its body', (text, evidence) => {
    expect(describeResponse({ ...response, text })).toBe(evidence);
    expect(new Violation('expected 404', { ...response, text }).message).toBe(`expected 404; ${evidence}`);
  });
});

describe('the missing capabilities of a target', () => {
  test.each<[string, Capability, object]>([
    ['the organization key', 'organization-key', { keys: { accountKey: 'k', organizationKey: undefined } }],
    ['permission to send', 'sending', { dryRunOnly: true }],
    ['permission to send', 'sending', { dryRunOnly: undefined }],
    ['a sender ID that the account owns', 'sender', { sender: undefined }],
    ["control of the service's clock", 'clock', { advance: undefined }],
    ["control of the service's clock", 'clock', { now: undefined }],
    ['a receiver for webhooks', 'webhooks', { receiveWebhooks: undefined }],
    ['a phone that replies', 'handset', { writeFromHandset: undefined }],
  ])('are named in words: %s', (words, capability, without) => {
    const { target } = emulatedTarget();
    expect(() => requireCapabilities(target, [capability])).not.toThrow();
    expect(() => requireCapabilities({ ...target, ...without }, [capability])).toThrow(`needs ${words}`);
  });

  test('decide which cases and open points are skipped, and none of them makes a request', async () => {
    const { target } = emulatedTarget();
    const { baseUrl, keys, fetch } = target;
    const { clauses, interpretations } = await checkConformance({
      baseUrl,
      fetch,
      keys: { accountKey: keys.accountKey },
    });
    const needy = cases.filter(({ needs = [] }) => needs.length > 0).map(({ id }) => id);
    const skipped = clauses.filter(({ detail = '' }) => detail.startsWith('needs ')).map(({ id }) => id);
    expect(skipped).toEqual(needy);
    expect(clauses.map(({ detail }) => detail)).toContain(
      'needs permission to send and the organization key',
    );
    const needyPoints = openPoints.filter(({ needs = [] }) => needs.length > 0).map(({ id }) => id);
    const unknown = interpretations
      .filter(({ detail = '' }) => detail.startsWith('needs '))
      .map(({ id }) => id);
    expect(unknown).toEqual(needyPoints);
  });
});

test('every case and every open point has a name of its own, and cites clauses', () => {
  for (const all of [cases, openPoints]) {
    const ids = all.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { clause: cited } of all) expect(cited).toMatch(/^[A-Z]{3}-\d+(, [A-Z]{3}-\d+)*$/);
  }
});
