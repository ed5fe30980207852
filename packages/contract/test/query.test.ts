import { endpoints } from '@messaging-service/contract';
import { describe, expect, test } from 'vitest';
import { issuesOf, parsed, SENTENCES } from './issues-of.ts';

const addMessage = endpoints.messages.send.query;
const addBatch = endpoints.batches.send.query;
const receipts = endpoints.batches.receipts.query;

describe('flags of the query string (API-15)', () => {
  test.each([
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ])('%s is %s', (text, value) => {
    expect(parsed(addMessage, { isDryrun: text })).toEqual({ isDryrun: value });
    expect(parsed(addBatch, { allowMulti: text })).toEqual({ allowMulti: value });
    expect(parsed(receipts, { details: text })).toEqual({ details: value });
  });

  test.each(['', 'yes', 'True', ' true', 'on', '2'])(
    '%j is refused: a mistyped dry run would send',
    (text) => {
      const message = 'must be one of "0", "1", "true", "false"';
      expect(issuesOf(addMessage, { isDryrun: text })).toEqual([{ path: 'isDryrun', message }]);
      expect(issuesOf(addBatch, { allowMulti: text })).toEqual([{ path: 'allowMulti', message }]);
    },
  );

  test('a query without flags is valid, and sets none', () => {
    expect(parsed(addMessage, {})).toEqual({});
    expect(parsed(addBatch, {})).toEqual({});
    expect(parsed(receipts, {})).toEqual({});
  });
});

describe('both spellings of a dry run are read (API-7)', () => {
  test.each([addMessage, addBatch])('dryRun becomes isDryrun', (query) => {
    expect(parsed(query, { dryRun: 'true' })).toEqual({ isDryrun: true });
    expect(parsed(query, { dryRun: 'true', isDryrun: '1' })).toEqual({ isDryrun: true });
  });

  test('spellings that differ are refused', () => {
    expect(issuesOf(addMessage, { dryRun: 'true', isDryrun: 'false' })).toEqual([
      { path: 'dryRun', message: 'must equal isDryrun: the two are spellings of one field' },
    ]);
  });
});

test.each<[string, Parameters<typeof issuesOf>[0]]>([
  ['add message', addMessage],
  ['get delivery receipts', receipts],
  ['get pending batches', endpoints.batches.listPending.query],
  ['cancel pending batch', endpoints.batches.cancel.query],
  ['list accounts', endpoints.accounts.list.query],
])('unknown parameters of any query are refused, such as %s (API-6)', (_name, query) => {
  expect(issuesOf(query, { allowMulti: 'true' })).toEqual([
    { path: 'allowMulti', message: SENTENCES.unknown },
  ]);
  expect(parsed(query, { allowMulti: 'true' }, { unknownFields: 'ignore' })).toEqual({});
});
