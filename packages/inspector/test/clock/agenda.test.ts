import { describe, expect, test } from 'vitest';
import type { JobView } from '../../src/api/types.ts';
import { describeGroup, groupJobs, instantsOf } from '../../src/clock/agenda.ts';
import { modeText, offsetText } from '../../src/clock/mode-text.ts';

const retry = (second: number, url = 'http://receiver.test/'): JobView => ({
  id: `attempt-webhook:delivery-${second}`,
  dueAt: `2026-01-01T09:00:0${second}.000Z`,
  kind: 'attempt-webhook',
  deliveryId: `delivery-${second}`,
  url,
  does: `make attempt 2 at the message-status webhook to ${url}`,
});

describe('the agenda', () => {
  test('has one group for all retries to one address, at the place of the next one', () => {
    const batch: JobView = {
      id: 'send-batch:b',
      dueAt: '2026-01-01T09:00:02.000Z',
      kind: 'send-batch',
      batchUuid: 'b',
      accountUuid: 'a',
      messages: 3,
      does: 'send 3 texts',
    };
    const groups = groupJobs([retry(1), batch, retry(3), retry(4, 'http://other.test/')]);
    expect(groups.map(describeGroup)).toEqual([
      'Retry 2 webhooks to http://receiver.test/',
      'Send 3 texts',
      'Make attempt 2 at the message-status webhook to http://other.test/',
    ]);
  });

  test('has one entry for everything that is due in one second', () => {
    const late = { ...retry(3), id: 'late', dueAt: '2026-01-01T09:00:03.900Z' };
    const instants = instantsOf([retry(1), retry(3), late, retry(4)]);
    expect(instants.map((jobs) => jobs.map(({ dueAt }) => dueAt.slice(17)))).toEqual([
      ['01.000Z'],
      ['03.000Z', '03.900Z'],
      ['04.000Z'],
    ]);
  });

  test('adds up the messages whose results are due', () => {
    const result = (dueAt: string, messages: number): JobView => ({
      id: `resolve-messages:${dueAt}`,
      dueAt,
      kind: 'resolve-messages',
      delivered: true,
      messages,
      does: 'deliver texts',
    });
    const groups = groupJobs([result('2026-01-01T09:00:01Z', 2), result('2026-01-01T09:00:02Z', 3)]);
    expect(groups.map(describeGroup)).toEqual(['Deliver 5 messages at 2 times']);
  });
});

describe('the offset of a clock', () => {
  test.each([
    [3_600_000, '+1 h'],
    [-90_000, '−1 min 30 s'],
    [5_400_000.4, '+1 h 30 min'],
    [5_399_985, '+1 h 30 min'],
  ])('of %d ms is %s', (offset, text) => {
    expect(offsetText({ mode: 'system', offset })).toBe(text);
  });

  test.each([0, 400, -999])('of %d ms is not shown', (offset) => {
    expect(offsetText({ mode: 'system', offset })).toBeUndefined();
    expect(modeText({ mode: 'system', offset })).toBe('System: time follows the clock of this machine.');
  });

  test('is explained where the clock was moved', () => {
    expect(modeText({ mode: 'system', offset: 60_000 })).toMatch(/moved 1 min ahead of it/);
    expect(modeText({ mode: 'system', offset: -60_000 })).toMatch(/moved 1 min behind it/);
    expect(modeText({ mode: 'virtual' })).toMatch(/^Virtual/);
  });
});
