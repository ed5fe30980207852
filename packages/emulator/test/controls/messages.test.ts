import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { matchers } from '@messaging-service/emulator/matchers';
import { Sms } from '@messaging-service/remote/core';
import { answering, api, START } from '@messaging-service/test-support';
import { describe, expect, test, vi } from 'vitest';
import { PLACES, sendAndView } from './subjects.ts';

/** A snapshot with many messages, sent in the process so that it takes no calls over the network. */
async function manyMessages(count: number): Promise<ReturnType<Emulator['snapshot']>> {
  const emulator = createEmulator({ now: START, accounts: [{ credits: count + 1, senders: ['DEMO'] }] });
  const numbers = Array.from({ length: count }, (_, index) => String(447700100000 + index));
  await api.sendBatch(emulator, { destinations: numbers });
  return emulator.snapshot();
}

describe.each(PLACES)('messages and handsets %s (EMU-12, EMU-18)', (_, open) => {
  test('are listed oldest first, all of them or those that match a filter', async () => {
    const { controls, send } = await open();
    await send({ to: '447700900001', body: 'first' });
    await send({ to: '447700900002', body: 'second' });
    expect((await controls.messages()).map(({ body }) => body)).toEqual(['first', 'second']);
    expect(await controls.messages({ to: '+447700900002' })).toMatchObject([{ body: 'second' }]);
    expect(await controls.messages({ limit: 1 })).toMatchObject([{ body: 'first' }]);
    expect(await controls.messages({ state: 'failed' })).toEqual([]);
  });

  test('refuse the misspelled name of a filter, which would match everything', async () => {
    const { controls } = await open();
    const wrong = { acount: 'x', limt: 1, sinse: 'x' } as object;
    await expect(async () => controls.messages(wrong)).rejects.toThrow('did you mean "account"');
    await expect(async () => controls.webhooks(wrong)).rejects.toThrow('did you mean "account"');
    await expect(controls.waitForMessage(wrong)).rejects.toThrow('did you mean "account"');
    const cursor = { cursor: '0.0' } as object;
    await expect(async () => controls.messages(cursor)).rejects.toThrow(
      'cursor is not a known option; the options are ',
    );
    await expect(async () => controls.webhooks(cursor)).rejects.toThrow(
      'cursor is not a known option; the options are ',
    );
    const pattern = { pattern: 'code' } as object;
    await expect(controls.waitForMessage(pattern)).rejects.toThrow(
      'pattern is not a known option; the options are ',
    );
  });

  test('are found by a number as people write it (EMU-13)', async () => {
    const { controls, send } = await open();
    await send({ to: '447700900001', body: 'Hello' });
    const to = '+44 (0) 7700-900001';
    expect(await controls.messages({ to })).toMatchObject([{ body: 'Hello' }]);
    expect(await controls.waitForMessage({ to, timeout: 10 })).toMatchObject({ body: 'Hello' });
  });

  test.each([
    '447700900001',
    '+447700900001',
    '0044 7700 900001',
    '44 7700 900001',
    '+44 (0) 7700-900001',
    'tel:+44-7700-900001',
    '\u202A+44\u00A07700\u202F900001\u202C',
    '+٤٤٧٧٠٠٩٠٠٠٠١',
  ])(
    'are found by %j in lists, waits, searches, matchers, rules and on phones (API-3, EMU-13)',
    async (to) => {
      const { controls, send } = await open();
      const since = await controls.mark();
      await send({ to: '447700900002' });
      await controls.setCarrier({ rules: [{ to, outcome: 'hold' }] });
      await send({ to: '+447700900001', body: 'Your code is 482913' });
      const found = [{ body: 'Your code is 482913', state: 'sent' }];
      expect(await controls.messages({ to })).toMatchObject(found);
      expect(await controls.messages({ q: `to:${to.replaceAll(/\s/g, '')}` })).toMatchObject(found);
      expect(await controls.waitForMessage({ to, timeout: 10 })).toMatchObject(found[0] as object);
      expect(await matchers.toHaveSentMessage(controls, { to })).toMatchObject({ pass: true });
      expect(controls.handset(to).number).toBe('447700900001');
      expect(await controls.handset(to).messages()).toMatchObject(found);
      expect(await controls.handset(to).reply('YES')).toMatchObject({ from: 447700900001, to: 'DEMO' });
      const sms = new Sms(controls as never, since);
      expect(await sms.messages({ to })).toMatchObject(found);
      expect(await sms.waitForCode({ to })).toBe('482913');
    },
  );

  test('are refused by a number that no message can go to: a test that expects none would pass without a reason', async () => {
    const { controls } = await open();
    for (const to of ['07700 900123', 'Alice', '', '60777']) {
      const problem = 'to must be a number with its country code, such as 447700900123';
      await expect(async () => controls.messages({ to })).rejects.toThrow(problem);
      await expect(controls.waitForMessage({ to, timeout: 10 })).rejects.toThrow(problem);
      await expect(async () => matchers.toHaveSentMessage(controls, { to })).rejects.toThrow(problem);
    }
  });

  test('are found by a sender that is a number, in any notation (SND-8)', async () => {
    const { controls, send } = await open();
    await send({ from: { type: 'custom', value: '447700900990' }, body: 'Hello' });
    for (const from of ['447700900990', '+447700900990', '0044 7700 900990']) {
      expect(await controls.messages({ from })).toMatchObject([{ body: 'Hello' }]);
      expect(await controls.waitForMessage({ from, timeout: 10 })).toMatchObject({ body: 'Hello' });
      expect(await matchers.toHaveSentMessage(controls, { from })).toMatchObject({ pass: true });
    }
    expect(await controls.messages({ from: '+447700900991' })).toEqual([]);
  });

  test('are not searched by something other than a text, which would match nothing or everything', async () => {
    const { controls, send } = await open();
    await send({ to: '447700900001' });
    const text = 'contains must be a text, a number, true or false, or a Date; got an instance of RegExp.';
    await expect(controls.waitForMessage({ contains: /code/ as never, timeout: 10 })).rejects.toThrow(text);
    const late = Promise.resolve({ to: '447700900001' });
    for (const call of [
      async () => controls.messages(late as never),
      async () => controls.waitForMessage(late as never),
      async () => controls.setCarrier(late as never),
    ])
      await expect(call).rejects.toThrow('not an instance of Promise');
    class Filter {
      get to() {
        return '447700900002';
      }
    }
    expect(await controls.messages(new Filter())).toEqual([]);
    await expect(controls.waitForMessage(Object.assign(new Filter(), { timeout: 10 }))).rejects.toThrow(
      'No message to 447700900002',
    );
  });

  test('are received by the phone of an inbound message, whose number is an integer (INB-1)', async () => {
    const { controls, send } = await open();
    await send({ to: '447700900001' });
    const { from } = await controls.handset('447700900001').reply('YES');
    expect(await controls.handset(from as never).messages()).toHaveLength(1);
  });

  test('are all listed if they fill more than one page of the control API', async () => {
    const { controls, send } = await open();
    await controls.restore(await manyMessages(1_001));
    await send({ body: 'the last' });
    expect(await controls.messages()).toHaveLength(1_002);
    expect((await controls.messages({ limit: 1_002 })).at(-1)).toMatchObject({ body: 'the last' });
    expect(await controls.messages({ limit: 1_001 })).toHaveLength(1_001);
    expect(await controls.messages({ limit: undefined })).toHaveLength(1_002);
  });

  test('can be delivered and failed by hand', async () => {
    const subject = await open();
    const held = await sendAndView(subject, { to: '447700900700' });
    expect(await subject.controls.deliver(held.messageUuid)).toMatchObject({ state: 'delivered' });
    const other = await sendAndView(subject, { to: '447700900700' });
    const failed = await subject.controls.fail(other.messageUuid, '1', 'Unknown number');
    expect(failed).toMatchObject({ state: 'failed', receipt: { code: '1', description: 'Unknown number' } });
    await expect(async () => subject.controls.deliver(other.messageUuid)).rejects.toThrow(/failed|deliver/i);
    await expect(async () => subject.controls.deliver(crypto.randomUUID())).rejects.toThrow(/message/);
  });

  test('are received by a handset, which replies to the latest sender', async () => {
    const { controls, send } = await open();
    await send({ to: '447700900001' });
    const handset = controls.handset('447700900001');
    expect(handset.number).toBe('447700900001');
    expect(await handset.messages()).toHaveLength(1);
    expect(await handset.reply('YES')).toMatchObject({ message: 'YES' });
    expect(await handset.reply('NO', { to: 'DEMO' })).toMatchObject({ message: 'NO' });
  });

  test.each([
    ['DEMO', 'SHOP', 'SHOP'],
    ['SHOP', 'DEMO', 'DEMO'],
  ])(
    'are replied to in the order of queueing, although the clock of the machine was set back (%s, then %s)',
    async (first, second, latest) => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(START) });
      const { controls, send } = await open({
        now: undefined,
        clock: 'system',
        accounts: [{ credits: 10, senders: ['DEMO', 'SHOP'] }],
      });
      await send({ to: '447700900001', from: { type: 'custom', value: first } });
      vi.setSystemTime(Date.parse(START) - 30_000);
      await send({ to: '447700900001', from: { type: 'custom', value: second } });
      expect(await controls.handset('447700900001').reply('YES')).toMatchObject({ to: latest });
    },
  );

  test('refuse a reply without a text, on an unknown channel or with an unknown option, and nothing arrives', async () => {
    const { controls, send } = await open();
    await send({ to: '447700900001' });
    const handset = controls.handset('447700900001');
    const seen = await controls.mark();
    await expect(async () => handset.reply('')).rejects.toThrow('message must not be empty');
    const [fax, form] = [{ channel: 'fax' }, { chanel: 'rcs' }] as object[];
    await expect(async () => handset.reply('YES', fax)).rejects.toThrow(
      'channel must be one of "sms", "rcs"',
    );
    await expect(async () => handset.reply('YES', form)).rejects.toThrow('chanel is not a known option');
    expect(await controls.mark()).toBe(seen);
  });

  test('refuse a receipt code that is not hexadecimal digits', async () => {
    const subject = await open();
    const { messageUuid } = await sendAndView(subject, { to: '447700900700' });
    const words = 'code must be a receipt code: 1 to 8 hexadecimal digits';
    await expect(async () => subject.controls.fail(messageUuid, 'EXPIRED')).rejects.toThrow(words);
    await expect(async () => subject.controls.deliver(messageUuid, { code: 'OK' })).rejects.toThrow(words);
    expect(await subject.controls.messages()).toMatchObject([{ state: 'sent' }]);
  });

  test('have no handset if the number is not a mobile number', async () => {
    const { controls } = await open();
    expect(() => controls.handset('12')).toThrow(TypeError);
    await expect(async () => controls.handset('447700900009').reply('YES')).rejects.toThrow(
      '447700900009 cannot reply, because it has not received a message. Send it a message first, or pass the sender ID',
    );
  });

  test('report webhooks with their attempts', async () => {
    const { controls, send } = await open();
    const callback = await answering(200);
    await send({ to: '447700900001', callback });
    await controls.settle();
    expect(await controls.webhooks({ kind: 'delivery-receipt' })).toMatchObject([
      { url: callback, state: 'succeeded', attempts: [{ at: START, status: 200 }] },
    ]);
    expect(await controls.webhooks({ state: 'exhausted' })).toEqual([]);
  });
});
