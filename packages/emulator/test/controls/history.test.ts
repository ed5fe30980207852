import { later, MINUTE, START } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';
import { PLACES, sendAndView } from './subjects.ts';

describe.each(PLACES)('snapshots and resets %s (EMU-7, EMU-8, EMU-18)', (_, open) => {
  test('a restored snapshot restores messages, time and pending work', async () => {
    const subject = await open();
    const { controls } = subject;
    const scheduled = await sendAndView(subject, { send_at: later(60 * MINUTE), to: '447700900001' });
    const snapshot = await controls.snapshot();
    await controls.clock.advance('2h');
    await controls.restore(snapshot);
    expect(await controls.clock.now()).toEqual(new Date(START));
    expect(await controls.messages()).toEqual([scheduled]);
    expect(await controls.snapshot()).toEqual(snapshot);
    await controls.clock.advance('1h');
    expect(await controls.messages()).toMatchObject([{ state: 'delivered' }]);
  });

  test('a snapshot of one emulator can be restored in another', async () => {
    const [one, two] = [await open({ seed: 1 }), await open({ seed: 2 })];
    await sendAndView(one, { body: 'kept' });
    await one.controls.setSharedSenders(['447700900971']);
    await two.controls.restore(await one.controls.snapshot());
    expect(await two.controls.messages()).toEqual(await one.controls.messages());
    expect(two.controls.account).toEqual(one.controls.account);
    expect(two.controls.organization).toEqual(one.controls.organization);
    expect(two.controls.sharedSenders).toEqual(['447700900971']);
  });

  test('something that is not a snapshot is refused', async () => {
    const { controls } = await open();
    await expect(async () => controls.restore({ version: 99 } as never)).rejects.toThrow(/version|snapshot/i);
  });

  test('a reset keeps the keys and generates new identifiers, or repeats them', async () => {
    const subject = await open();
    const { controls } = subject;
    const { account } = controls;
    const first = await sendAndView(subject);
    await controls.reset();
    expect(await controls.messages()).toEqual([]);
    expect(controls.account.apiKey).toBe(account.apiKey);
    const fresh = await sendAndView(subject);
    expect(fresh.messageUuid).not.toBe(first.messageUuid);
    await controls.reset({ ids: 'repeat' });
    expect((await sendAndView(subject)).messageUuid).toBe(first.messageUuid);
  });

  test('no identifier occurs twice in several resets, and the same resets produce the same identifiers', async () => {
    const identifiersOfResets = async () => {
      const { controls, send } = await open();
      const uuids: string[] = [];
      for (let round = 0; round < 3; round++) {
        for (let count = 0; count < 5; count++) await send();
        const messages = await controls.messages();
        uuids.push(...messages.flatMap(({ messageUuid, batchUuid }) => [messageUuid, batchUuid]));
        await controls.reset();
      }
      return uuids;
    };
    const uuids = await identifiersOfResets();
    expect(new Set(uuids).size).toBe(30);
    expect(await identifiersOfResets()).toEqual(uuids);
  });
});
