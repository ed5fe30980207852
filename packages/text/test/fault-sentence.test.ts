import { faultSentence, faultSuggestions, readFault, type SpokenFault } from '@messaging-service/text';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const SENTENCES: readonly (readonly [sentence: string, fault: SpokenFault])[] = [
  ['next send fails with 503', { operation: 'messages.send', status: 503 }],
  [
    'next 3 sends fail with 503, retry after 10 s',
    { operation: 'messages.send', times: 3, status: 503, headers: { 'retry-after': '10' } },
  ],
  ['next call is cut off', { disconnect: true }],
  ['next 2 calls are cut off, after processing', { times: 2, disconnect: true, when: 'after' }],
  ['next batch is 2 s late', { operation: 'batches.send', delay: '2s' }],
  ['next 2 receipt polls are 10 min late', { operation: 'batches.receipts', times: 2, delay: '10m' }],
  ['next accounts.list call fails with invalid_key', { operation: 'accounts.list', code: 'invalid_key' }],
  [
    'next POST /message call returns 200, 250 ms late',
    { method: 'POST', path: '/message', status: 200, delay: '250ms' },
  ],
  [
    'next /account* call fails with 500, 1 s late, after processing',
    { path: '/account*', status: 500, delay: '1s', when: 'after' },
  ],
  ['next DELETE call fails with 429', { method: 'DELETE', status: 429 }],
];

describe('a fault as a sentence (EMU-6)', () => {
  test.each(SENTENCES)('%s', (sentence, fault) => {
    expect(faultSentence(fault)).toBe(sentence);
    expect(readFault(sentence)).toEqual({ fault });
  });

  test.each([
    ['The next 3 sends  fail with 503 and retry after 10 s.', SENTENCES[1]],
    ['3 Sends fail with 503, retry after 10', SENTENCES[1]],
    ['send fails with 503', SENTENCES[0]],
    ['calls are cut', SENTENCES[2]],
  ])('is read in other words: %s', (words, known) => {
    expect(readFault(words)).toEqual({ fault: known?.[1] });
  });

  test.each([
    ['', /which calls/],
    ['next 3 sends', /which calls/],
    ['next pigeons fail with 503', /“pigeons” does not name calls/],
    ['next 0 sends fail with 503', /at least one/],
    ['next send fails with 503, tomorrow', /“tomorrow” is not clear/],
    ['next send is sorry', /“is sorry” is not clear/],
    ['a'.repeat(10_000), /which calls/],
    ['next '.repeat(3_000), /which calls/],
  ])('that is not one has a problem: %s', (words, problem) => {
    expect(readFault(words)).toEqual({ problem: expect.stringMatching(problem) as string });
  });

  test('of any members is read as the same fault', () => {
    const faults = fc
      .record({
        target: fc.constantFrom<SpokenFault>(
          {},
          { operation: 'messages.send' },
          { operation: 'receiptCodes.list' },
          { method: 'POST' },
          { path: '/batch*' },
          { method: 'GET', path: '/batch' },
        ),
        effect: fc.constantFrom<SpokenFault>(
          { status: 503 },
          { status: 201 },
          { code: 'invalid_key' },
          { disconnect: true },
        ),
        delay: fc.constantFrom<SpokenFault>({}, { delay: '2s' }, { delay: '10m' }, { delay: '1.5h' }),
        when: fc.constantFrom<SpokenFault>({}, { when: 'after' }),
        headers: fc.constantFrom<SpokenFault>({}, { headers: { 'retry-after': '10' } }),
        times: fc.constantFrom<SpokenFault>({}, { times: 2 }, { times: 300 }),
      })
      .map((parts) => Object.assign({}, ...Object.values(parts)) as SpokenFault);
    const isRead = (fault: SpokenFault) => expect(readFault(faultSentence(fault))).toEqual({ fault });
    fc.assert(
      fc.property(faults, (fault) => {
        isRead(fault);
      }),
    );
  });

  test('of any text never throws, and takes no time', () => {
    fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => void readFault(text)));
  });
});

describe('the completion of a sentence', () => {
  const complete = (typed: string) => faultSuggestions(typed, ['invalid_key', 'duplicate_id']);

  test.each([
    ['next s', 'next send fails with 503'],
    ['next 3 se', 'next 3 sends fail with 503'],
    ['NEXT 3 sends fail with i', 'next 3 sends fail with invalid_key'],
    ['next 3 sends fail with 503, re', 'next 3 sends fail with 503, retry after 10 s'],
    ['next call is', 'next call is cut off'],
  ])('of “%s” offers “%s”', (typed, sentence) => {
    expect(complete(typed)).toContain(sentence);
  });

  test('offers only sentences that are read as faults', () => {
    for (const typed of ['', 'next', 'next 2', 'next call fails with 503,'])
      for (const sentence of complete(typed)) expect(readFault(sentence)).toHaveProperty('fault');
  });

  test('offers at most eight, and nothing twice', () => {
    expect(complete('next').length).toBe(8);
    expect(new Set(complete('next')).size).toBe(8);
    expect(complete('next send fails with 503, retry after 10 s, re')).toEqual([]);
  });
});
