import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ModelAccount } from '../nouns.ts';
import { step } from '../step.ts';

const MESSAGE = { to: '447700900001', from: { type: 'custom', value: 'SENDER0' }, body: 'Hello' };

/** A fault applies: the call gets its response, and is processed only if the fault applies afterwards. */
function sendIntoFault(when: 'before' | 'after', disconnect: boolean) {
  const fault = disconnect ? 'the connection is cut' : 'the response is 503';
  return step(`account 0 sends a message, and ${fault} ${when} it is processed`, {
    check: (model) => {
      const [account] = model.accounts;
      return account !== undefined && !account.deleted && model.canPay(account, 1);
    },
    act: async (model, world) => {
      const account = model.accounts[0] as ModelAccount;
      const answer = await world.slowCall((here) => {
        here.emulator.addFault({ method: 'POST', path: '/message', status: 503, when, disconnect });
        return here.request('POST', `/message?key=${account.key}`, { messages: [MESSAGE] });
      });
      assert.equal(answer.status, disconnect ? 0 : 503);
      if (when === 'before') return;
      const queued = world.emulator.messages().at(-1);
      const message = { uuid: queued?.messageUuid ?? 'missing', to: MESSAGE.to, ending: undefined, sent: 0 };
      model.queue({
        units: 1,
        messages: [message],
        uuid: queued?.batchUuid ?? 'missing',
        account,
        from: 'SENDER0',
        channels: ['sms'],
        callback: false,
        sendAt: undefined,
        chosenId: undefined,
        state: 'pending',
      });
    },
  });
}

export const faultSteps = fc
  .tuple(fc.constantFrom<'before' | 'after'>('before', 'after'), fc.boolean())
  .map((fault) => sendIntoFault(...fault));
