import { createEmulator } from '@messaging-service/emulator';
import { call, message, START } from '@messaging-service/test-support';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { finish } from '../src/domain/views/scan.ts';
import { readLargeJson } from '../src/http/wire/large-json.ts';

const read = (text: string) => finish(readLargeJson(text));
/** Entries in several steps: a step ends with 64 Ki characters or 1,000 members. */
const entries = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ to: `${at}`, list: [at, [at]] }));

function outcome(readIt: () => unknown): string {
  try {
    return JSON.stringify(readIt());
  } catch {
    return 'not JSON';
  }
}

describe('a body that is read in steps (API-8)', () => {
  test('has the value that JSON.parse returns', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(3_000), (json, count) => {
        const long = JSON.stringify(entries(count));
        for (const text of [json, `{"a":${json},"b":${long},"c":[${json}]}`, `[${json},${long}]`])
          expect(JSON.stringify(read(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: 20 },
    );
  });

  test('is refused wherever JSON.parse refuses it', () => {
    const text = JSON.stringify({ a: entries(1_500), b: { c: [] }, d: [1, 'x'], e: [] });
    const character = fc.constantFrom(',', ':', '[', ']', '{', '}', '"', '\\', ' ', '1', '');
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(2), character, (at, removed, added) => {
        const spoiled = text.slice(0, at) + added + text.slice(at + removed);
        expect(outcome(() => read(spoiled))).toBe(outcome(() => JSON.parse(spoiled) as unknown));
      }),
      { numRuns: 100 },
    );
  });

  test.each([
    ['{"a":[1,]}'],
    ['{"a":[,1]}'],
    ['{"a":[1}}'],
    ['{"a":[1],}'],
    ['{"a":[1]]'],
    ['{"a":[1]'],
    ['{"a":[1]}{"b":[2]}'],
    [`{"a":[${'{"b":1},'.repeat(2_000)}]}`],
    [`{"a":[${'{"b":1},'.repeat(1_000)},1]}`],
    [''],
    [' '],
  ])('%.30s is not JSON', (text) => {
    expect(() => read(text)).toThrow('The body is not JSON');
  });

  test('keeps the last of several lists of one name, and a list called __proto__ as a member of its own', () => {
    const text = '{"a":[1],"a":[2,3],"__proto__":[4],"b":5,"b":[]}';
    expect(Object.entries(read(text) as object)).toEqual(Object.entries(JSON.parse(text) as object));
  });

  test('says where in the whole text an entry is not JSON', () => {
    const text = `{"a":[${'{"b":1},'.repeat(5_000)}{"b" 1}]}`;
    expect(() => read(text)).toThrow(`at position ${text.indexOf('" 1') + 2}`);
  });

  test('is taken in many small steps, even where each object has members of its own', () => {
    const messages = Array.from({ length: 50_000 }, (_, at) => ({ [`k${at % 9_999}`]: 1, [`l${at}`]: 2 }));
    const text = JSON.stringify({ messages });
    const steps = readLargeJson(text);
    let count = 1;
    while (steps.next().done !== true) count++;
    expect(count).toBeGreaterThan(text.length / 100_000);
  });
});

test('a small call gets its response while a large body is read', async () => {
  const emulator = createEmulator({ now: START });
  const answered: string[] = [];
  const note = (name: string) => (answer: { status: number }) => {
    answered.push(name);
    return answer.status;
  };
  const text = `{"messages":[${'7,'.repeat(900_000)}7]}`;
  const large = call(emulator, 'POST /message', { text }).then(note('large'));
  const small = call(emulator, 'POST /message', { body: { messages: [message()] } }).then(note('small'));
  expect(await Promise.all([large, small])).toEqual([400, 200]);
  expect(answered).toEqual(['small', 'large']);
});

test('a caller who loses the right to call while a large body is read is refused', async () => {
  const emulator = createEmulator({ now: START });
  const messages = Array.from({ length: 900 }, () => message());
  const answer = call(emulator, 'POST /message', { text: JSON.stringify({ messages }) });
  await call(emulator, `DELETE /account/${emulator.account.identifier}`, {
    key: emulator.organization.apiKey,
  });
  expect(await answer).toMatchObject({ body: { error: { code: 'invalid_key' } } });
  expect(emulator.messages()).toEqual([]);
});
