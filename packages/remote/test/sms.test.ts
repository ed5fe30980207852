// oxlint-disable typescript/await-thenable -- The types of Vitest do not know that a matcher can be asynchronous.
import { createEmulator } from '@messaging-service/emulator';
import { WaitTimeoutError } from '@messaging-service/emulator/client';
import { matchers } from '@messaging-service/emulator/matchers';
import { Sms } from '@messaging-service/remote/core';
import { answering, sendServed } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';
import { serveRemote } from './remote.ts';

async function open() {
  const { remote: emulator, ...served } = await serveRemote();
  const send = (body: string, to = '447700900001') => sendServed(served, { to, body });
  return { emulator, send, begin: async () => new Sms(emulator, await emulator.mark()) };
}

describe('the fixture sms of @messaging-service/emulator/playwright (EMU-19)', () => {
  test('reads the code from the text, or from the first group of a pattern', async () => {
    const { send, begin } = await open();
    const sms = await begin();
    await send('482913 is your code, valid for 5 minutes.');
    expect(await sms.waitForCode({ to: '+447700900001' })).toBe('482913');
    await send('Code: AB-12');
    expect(await sms.waitForCode({ to: '447700900001', match: /code: (\S+)/i })).toBe('AB-12');
    await send('Code: CD-34');
    expect(await sms.waitForCode({ to: '447700900001', match: '[A-Z]{2}-\\d\\d' })).toBe('CD-34');
  });

  test('finds the code beside other numbers, and returns its digits without separators', async () => {
    const { send, begin } = await open();
    const sms = await begin();
    await send('Shop 2026: your code is 482 913');
    await send('Your parcel 88213 arrives at 10:30');
    expect(await sms.waitForCode({ to: '447700900001' })).toBe('482913');
    const next = sms.waitForCode({ to: '447700900001' });
    await send('Flight BA 1234 is on time');
    await send('رمز التحقق: ٧٧١٢٠٤');
    expect(await next).toBe('771204');
  });

  test('names the kind of message that did not arrive', async () => {
    const { send, begin } = await open();
    const sms = await begin();
    await send('Your parcel 88213 arrives at 10:30');
    await expect(sms.waitForCode({ to: '447700900001', timeout: 20 })).rejects.toThrow(
      'No message to 447700900001, with a one-time code, newer than the mark was queued within 20 ms.',
    );
  });

  test('does not return a code that was sent before the test', async () => {
    const { send, begin } = await open();
    await send('code 1111');
    const sms = await begin();
    const late = sms.waitForCode({ to: '447700900001', timeout: 20 });
    await expect(late).rejects.toThrow(WaitTimeoutError);
    expect(await sms.messages()).toEqual([]);
  });

  test('returns each code once: a second call waits for the next one', async () => {
    const { send, begin } = await open();
    const sms = await begin();
    await send('code 1111');
    expect(await sms.waitForCode({ to: '447700900001' })).toBe('1111');
    const second = sms.waitForCode({ to: '447700900001' });
    await send('code 2222');
    expect(await second).toBe('2222');
    await expect(sms.waitForCode({ to: '447700900001', timeout: 20 })).rejects.toThrow(WaitTimeoutError);
  });

  test('returns the codes of two phones in any order', async () => {
    const { send, begin } = await open();
    const sms = await begin();
    await send('code 1111', '447700900001');
    await send('code 2222', '447700900002');
    expect(await sms.waitForCode({ to: '447700900002' })).toBe('2222');
    expect(await sms.waitForCode({ to: '447700900001' })).toBe('1111');
  });

  test('lists the messages of the test, and replies to the latest', async () => {
    const { send, begin } = await open();
    const sms = await begin();
    await send('See you at nine?');
    expect(await sms.reply('447700900001', 'YES')).toMatchObject({ message: 'YES', to: 'DEMO' });
    expect(await sms.messages({ to: '447700900001' })).toMatchObject([{ body: 'See you at nine?' }]);
    expect(await sms.messages({ to: '447700900002' })).toEqual([]);
  });
});

expect.extend(matchers);

describe('the matchers of @messaging-service/emulator/matchers (EMU-19)', () => {
  test('are awaited for a client, and list what the emulator has', async () => {
    const { remote: emulator, ...served } = await serveRemote();
    const callback = await answering(200);
    await sendServed(served, { to: '447700900001', body: 'Hello', callback });
    await emulator.settle();
    await expect(emulator).toHaveSentMessage({ to: '447700900001', body: /^Hel/ });
    await expect(emulator).not.toHaveScheduledMessage();
    await expect(emulator).toHaveDeliveredWebhook({ kind: 'delivery-receipt', url: callback });
    const failing = async () => expect(emulator).toHaveSentMessage({ body: 'Bye' });
    await expect(failing).rejects.toThrow(/a sent message \{"body":"Bye"\}.*It has:.*"Hello"/s);
  });

  test('refuse a member that they do not compare, because the assertion would pass without it', async () => {
    const { emulator, send } = await open();
    await send('Hello');
    const message = { to: '447700900001', bdy: 'Bye' };
    const failing = async () => expect(emulator).toHaveSentMessage(message);
    await expect(failing).rejects.toThrow('bdy is not a known option; did you mean "body"?');
    const other = { to: '447700900001', weather: 'fine' };
    expect(() => expect(createEmulator()).not.toHaveScheduledMessage(other)).toThrow(
      'weather is not a known option; the options are to, from, body, channel, state',
    );
    const webhook = { url: 'https://shop.test/', kynd: 'delivery-receipt' };
    expect(() => expect(createEmulator()).not.toHaveDeliveredWebhook(webhook)).toThrow(
      'did you mean "kind"?',
    );
  });
});

test('the control API and the emulator in the process return the code of a message (EMU-19)', async () => {
  const served = await serveRemote();
  await sendServed(served, { to: '447700900001', body: 'G-482913 is your Google verification code.' });
  await sendServed(served, { to: '447700900001', body: 'Your parcel 88213 arrives at 10:30' });
  expect(await served.read('/messages/wait?to=447700900001&code=true')).toMatchObject({ code: '482913' });
  expect(await served.read('/messages/wait?to=447700900001&code=false')).toMatchObject({ code: null });
  expect(await served.remote.waitForMessage({ code: true })).toMatchObject({ code: '482913', match: null });
  expect(await served.emulator.waitForMessage({ code: true })).toMatchObject({ code: '482913' });
  expect(await served.control('GET /messages/wait?code=maybe')).toMatchObject({ status: 400 });
});
