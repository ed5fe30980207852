import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../src/cases/all.ts';
import { openPoints } from '../src/interpretations/all.ts';
import { mergeConfigs } from '../src/interpretations/interpretation.ts';
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

  test.each<[string, () => Promise<void>, Partial<ClauseResult>]>([
    ['that ends', async () => undefined, { outcome: 'passed', detail: undefined }],
    [
      'that finds a violation',
      () => Promise.reject(new Violation('it is late')),
      { outcome: 'failed', detail: 'it is late' },
    ],
    [
      'that cannot tell',
      () => Promise.reject(new Skipped('no account')),
      { outcome: 'skipped', detail: 'no account' },
    ],
    [
      'that stumbles over the response',
      () => Promise.reject(new TypeError('x is undefined')),
      { outcome: 'failed', detail: 'the response could not be read: x is undefined' },
    ],
    [
      'that rejects with something else than an error',
      () => Promise.reject(JSON.parse('"nothing"') as Error),
      { outcome: 'failed', detail: 'the response could not be read: nothing' },
    ],
  ])('%s', async (_, run, expected) => {
    expect(await outcomeOf(run)).toMatchObject(expected);
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

describe('a text without keys', () => {
  test('has neither the keys of the target, nor anything that looks like a key, and everything else', () => {
    const hex = fc.stringMatching(/^[0-9a-f]{32}$/);
    const words = fc.stringMatching(/^[g-z ]{0,10}$/);
    fc.assert(
      fc.property(hex, hex, hex, words, words, (accountKey, organizationKey, other, before, after) => {
        const text = `${before}|${accountKey}|${organizationKey}|${other.toUpperCase()}|${after}`;
        expect(redact(text, { accountKey, organizationKey })).toBe(`${before}|<key>|<key>|<key>|${after}`);
      }),
    );
  });

  test('is unchanged if there is none', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !/[0-9a-f]{32}/i.test(text)),
        (text) => {
          expect(redact(text, { accountKey: 'z'.repeat(40) })).toBe(text);
        },
      ),
    );
  });

  test('is not changed by an empty organization key', () => {
    expect(redact('abc', { accountKey: 'x', organizationKey: '' })).toBe('abc');
  });
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
  const ALL = ['organization-key', 'sending', 'sender', 'clock', 'webhooks', 'handset'] as const;
  const bare = { baseUrl: 'https://service.test', keys: { accountKey: 'k' } };

  test('are named in words, so that users know what to add', () => {
    expect(() => requireCapabilities(bare, ALL)).toThrow(
      "needs the organization key and permission to send and a sender ID that the account owns and control of the service's clock and a receiver for webhooks and a handset that writes",
    );
  });

  test('do not exist for a target with everything', () => {
    expect(() => requireCapabilities(emulatedTarget().target, ALL)).not.toThrow();
  });

  test.each<[Capability, object]>([
    ['organization-key', { keys: { accountKey: 'k', organizationKey: undefined } }],
    ['sending', { dryRunOnly: true }],
    ['sending', { dryRunOnly: undefined }],
    ['sender', { sender: undefined }],
    ['clock', { advance: undefined }],
    ['clock', { now: undefined }],
    ['webhooks', { receiveWebhooks: undefined }],
    ['handset', { writeFromHandset: undefined }],
  ])('include %s for a target with %o', (capability, without) => {
    const { target } = emulatedTarget();
    expect(() => requireCapabilities({ ...target, ...without }, [capability])).toThrow(/^needs /);
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
    const needyPoints = openPoints.filter(({ needs = [] }) => needs.length > 0).map(({ id }) => id);
    const unknown = interpretations
      .filter(({ detail = '' }) => detail.startsWith('needs '))
      .map(({ id }) => id);
    expect(unknown).toEqual(needyPoints);
  });
});

describe('the configurations of several interpretations', () => {
  test('are merged member by member', () => {
    expect(
      mergeConfigs([
        { statuses: { invalid_key: 401 } },
        {},
        { statuses: { batch_not_found: 410 }, unknownFields: 'ignore' },
        { webhooks: { timestampUnit: 'seconds', environment: 'live' } },
        { webhooks: { sign: 'all' } },
      ]),
    ).toEqual({
      statuses: { invalid_key: 401, batch_not_found: 410 },
      unknownFields: 'ignore',
      webhooks: { timestampUnit: 'seconds', environment: 'live', sign: 'all' },
    });
  });

  test('are empty if no interpretation differs from the emulator', () => {
    expect(mergeConfigs([])).toEqual({});
    expect(mergeConfigs([{}, {}])).toEqual({});
  });
});

test('every case and every open point has a name of its own, and cites clauses', () => {
  for (const all of [cases, openPoints]) {
    const ids = all.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { clause: cited } of all) expect(cited).toMatch(/^[A-Z]{3}-\d+(, [A-Z]{3}-\d+)*$/);
  }
});
