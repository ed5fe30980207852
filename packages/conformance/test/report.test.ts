import { describe, expect, test } from 'vitest';
import { cases } from '../src/cases/all.ts';
import { openPoints } from '../src/interpretations/all.ts';
import { Probe } from '../src/probe/probe.ts';
import {
  type ClauseResult,
  type ConformanceReport,
  checkClause,
  checkConformance,
} from '../src/report/check.ts';
import { formatReport } from '../src/report/format.ts';
import { type Capability, requireCapabilities } from '../src/service/capabilities.ts';
import { redact } from '../src/service/redact.ts';
import { describeResponse, Skipped, Violation } from '../src/service/verdict.ts';
import { emulatedTarget } from './emulated-target.ts';

const clause = (members: Partial<ClauseResult>): ClauseResult => ({
  id: 'batches.list',
  clause: 'BAT-8',
  sentence: 'The batches are listed.',
  outcome: 'passed',
  detail: undefined,
  ...members,
});

const REPORT: ConformanceReport = {
  clauses: [
    clause({}),
    clause({ outcome: 'failed', detail: 'batches.listPending returned 500' }),
    clause({ outcome: 'skipped', detail: 'needs a receiver for webhooks' }),
  ],
  interpretations: [
    { id: 'times', clause: 'SCH-2', question: 'Is it late?', interpretation: 'Yes.', detail: undefined },
    {
      id: 'order',
      clause: 'CRD-5',
      question: 'Which first?',
      interpretation: undefined,
      detail: 'needs a clock',
    },
  ],
  emulator: { statuses: { invalid_key: 401 } },
};

test('the text of a report has a line for each case, its reason, the open points, the configuration and the totals', () => {
  expect(formatReport(REPORT)).toBe(`Clauses of the specification

✓ The batches are listed. [batches.list; BAT-8]
✗ The batches are listed. [batches.list; BAT-8]
    batches.listPending returned 500
- The batches are listed. [batches.list; BAT-8]
    needs a receiver for webhooks

Open points of the specification

? Is it late? [times; SCH-2]
    Yes.
? Which first? [order; CRD-5]
    Unknown: needs a clock.

Emulator configuration with the same interpretations

{
  "statuses": {
    "invalid_key": 401
  }
}

1 passed, 1 failed, 1 skipped
`);
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
    ['a handset that writes', 'handset', { writeFromHandset: undefined }],
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
