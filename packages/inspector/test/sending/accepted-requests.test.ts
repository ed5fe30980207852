import { serve } from '@messaging-service/test-support';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  batchRequest,
  CHANNELS,
  destinationsIn,
  messageRequest,
  SHARED,
} from '../../src/sending/requests.ts';

const MESSAGE = { to: '447700900123', from: 'DEMO', body: 'Hello', send_at: '', channels: '', callback: '' };
const BATCH = {
  destinations: '447700900123',
  from: 'DEMO',
  message: 'Hello',
  at: '',
  channels: '',
  callback: '',
};

/** A phone number as people write it: with a plus, and signs between its digits. */
const spelling = fc
  .tuple(
    fc.boolean(),
    fc.array(fc.constantFrom('', '', ' ', '-', '.', '(', ')'), { minLength: 12, maxLength: 12 }),
  )
  .map(
    ([hasPlus, signs]) =>
      `${hasPlus ? '+' : ''}${'447700900123'
        .split('')
        .map((digit, at) => digit + signs[at])
        .join('')}`,
  );

describe('the service accepts the request of the form', () => {
  test('for a number in any spelling', async () => {
    const { api, emulator } = await serve();
    const check = async (to: string) => {
      const { path, body } = messageRequest({ ...MESSAGE, to });
      expect((await api(`POST ${path}`, body)).status).toBe(200);
      expect(emulator.messages().at(-1)?.to.replace('+', '')).toBe('447700900123');
    };
    await fc.assert(fc.asyncProperty(spelling, check), { numRuns: 40 });
  });

  test.each(Object.keys(CHANNELS))(
    'with the channels "%s", as a message and as a batch',
    async (channels) => {
      const { api, emulator } = await serve();
      for (const { path, body } of [
        messageRequest({ ...MESSAGE, channels }),
        batchRequest({ ...BATCH, channels }),
      ])
        expect((await api(`POST ${path}`, body)).status).toBe(200);
      const [first = 'sms'] = channels.split(',').filter(Boolean);
      expect(emulator.messages()).toMatchObject([{ channel: first }, { channel: first }]);
    },
  );

  test('with a time of the date control, which means GMT', async () => {
    const { api, emulator } = await serve({ now: '2026-01-01T09:00Z' });
    const time = '2026-01-02T10:30';
    for (const { path, body } of [
      messageRequest({ ...MESSAGE, send_at: time }),
      batchRequest({ ...BATCH, at: time }),
    ])
      expect((await api(`POST ${path}`, body)).status).toBe(200);
    expect(emulator.messages().map(({ sendAt }) => sendAt)).toEqual([
      '2026-01-02T10:30:00.000Z',
      '2026-01-02T10:30:00.000Z',
    ]);
  });

  test('with a shared sender ID and a callback', async () => {
    const { api, emulator } = await serve();
    const { path, body } = messageRequest({ ...MESSAGE, from: SHARED, callback: 'https://receiver.test/r' });
    expect((await api(`POST ${path}`, body)).status).toBe(200);
    expect(emulator.messages()).toMatchObject([
      { from: expect.stringMatching(/^44770090098\d$/), callback: 'https://receiver.test/r' },
    ]);
  });

  test('for any text, and the handset gets exactly this text', async () => {
    const { api, emulator } = await serve({ organization: { creditSystem: false } });
    const text = fc
      .string({ minLength: 1, maxLength: 200, unit: 'grapheme' })
      .filter((one) => one.trim() !== '');
    const check = async (body: string) => {
      const { path, body: request } = messageRequest({ ...MESSAGE, body });
      expect((await api(`POST ${path}`, request)).status).toBe(200);
      expect(emulator.messages().at(-1)?.body).toBe(body);
    };
    await fc.assert(fc.asyncProperty(text, check), { numRuns: 40 });
  });
});

describe('destinations', () => {
  test('are all found, whatever separates them', () => {
    const numbers = fc.array(fc.tuple(spelling, fc.constantFrom('\n', '\r\n', ',', ';', ' ,\n', '\n\n')), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(numbers, (typed) => {
        const found = destinationsIn(typed.map(([number, separator]) => number + separator).join(''));
        expect(found.map((number) => number.replace('+', ''))).toEqual(typed.map(() => '447700900123'));
      }),
    );
  });

  test.each(['', ' ', '\n\n', ',;', ' , ; \n'])('do not exist in %j', (text) => {
    expect(destinationsIn(text)).toEqual([]);
  });

  test('that are not numbers stay as they were typed, so that the service can name them', () => {
    expect(destinationsIn('bob, +44 7700 900123')).toEqual(['bob', '+447700900123']);
  });
});
