import { WaitTimeoutError } from '@messaging-service/emulator';
import { describe, expect, test } from 'vitest';
import { PLACES, sendAndView } from './subjects.ts';

describe.each(PLACES)('waiting for a message %s (EMU-9, EMU-18)', (_, open) => {
  test('returns an existing message, with the groups of the pattern', async () => {
    const { controls, send } = await open();
    await send({ body: 'Your Code is 482913' });
    const match = /code is (?<code>\d{6})( now)?/i;
    const message = await controls.waitForMessage({ match });
    expect(message.match).toEqual(['Code is 482913', '482913', undefined]);
    expect(message.groups?.code).toBe('482913');
    expect((await controls.waitForMessage({ contains: '4829' })).match).toBeNull();
  });

  test('returns a later message', async () => {
    const { controls, send } = await open();
    const waiting = controls.waitForMessage({ to: '+447700900002' });
    await send({ to: '447700900001' });
    await send({ to: '447700900002', body: 'the one' });
    expect(await waiting).toMatchObject({ body: 'the one' });
  });

  test('skips everything that was queued up to another message', async () => {
    const subject = await open();
    const first = await sendAndView(subject, { body: 'code 1111' });
    const waiting = subject.controls.waitForMessage({ after: first.messageUuid });
    await subject.send({ body: 'code 2222' });
    expect((await waiting).body).toBe('code 2222');
  });

  test('ends with an error that lists the messages of the service', async () => {
    const { controls, send } = await open();
    await send({ to: '447700900001', body: 'other' });
    const criteria = { to: '447700900002', contains: 'code', match: /\d{6}/ };
    const waiting = controls.waitForMessage({ ...criteria, timeout: 10 });
    await expect(waiting).rejects.toThrow(WaitTimeoutError);
    await expect(waiting).rejects.toThrow(
      'No message to 447700900002, containing "code", matching /\\d{6}/ was queued within 10 ms. The emulator has 1 message:\n  delivered: DEMO → 447700900001 "other"',
    );
  });

  test.each(['20ms', 20, '0.02s'] as const)('waits for the duration %j', async (timeout) => {
    const { controls } = await open();
    await expect(controls.waitForMessage({ timeout })).rejects.toThrow('within 20 ms');
  });

  test.each([
    ['20 ms', '"20 ms"'],
    ['soon', '"soon"'],
    [Number.NaN, 'NaN'],
    [-1, '-1'],
    [null, 'null'],
    [5n, '5'],
  ])('refuses %s as a timeout, and names the valid forms', async (timeout, shown) => {
    const { controls } = await open();
    const waiting = controls.waitForMessage({ timeout: timeout as number });
    await expect(waiting).rejects.toThrow(
      new TypeError(
        `timeout must be a duration: milliseconds, or text such as "250ms", "30s" or "10m"; got ${shown}.`,
      ),
    );
  });

  test('ends with an error that names the next job if time does not advance', async () => {
    const { controls, send } = await open();
    await send({ body: 'Hello' });
    await send({ body: 'later', send_at: '2026-03-01T10:00Z' });
    const waiting = controls.waitForMessage({ match: /\d{6}/, timeout: 10 });
    await expect(waiting).rejects.toThrow('sent: DEMO → 447700900700 "Hello"');
    await expect(waiting).rejects.toThrow('the next job is due at 2026-03-01T10:00:00.000Z');
  });
});
