import { START } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';
import { PLACES, type Subject, sendAndView } from './subjects.ts';

describe.each(PLACES)('sandboxes %s (EMU-5, EMU-18)', (_, open) => {
  async function openWithSandbox(): Promise<{ main: Subject; sandbox: Subject }> {
    const main = await open();
    const controls = await main.controls.sandbox({ name: 'checkout', now: START });
    const send: Subject['send'] = (message, key = controls.account.apiKey) => main.send(message, key);
    return { main, sandbox: { controls, send } };
  }

  test('have their own keys, messages and time', async () => {
    const { main, sandbox } = await openWithSandbox();
    expect(sandbox.controls.account.apiKey).not.toBe(main.controls.account.apiKey);
    const sent = await sendAndView(sandbox);
    expect(await main.controls.messages()).toEqual([]);
    expect((await sendAndView(main)).messageUuid).not.toBe(sent.messageUuid);
    await sandbox.controls.clock.advance('1h');
    expect(await main.controls.clock.now()).toEqual(new Date(START));
  });

  test('end with close(): their keys are unknown then', async () => {
    const { main, sandbox } = await openWithSandbox();
    const { apiKey } = sandbox.controls.account;
    await Promise.all([sandbox.controls.close(), sandbox.controls.close()]);
    await sandbox.controls.close();
    expect(await main.send({}, apiKey)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_key' } },
    });
  });
});
