import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Model } from '../model.ts';
import type { ModelAccount } from '../nouns.ts';
import { Step } from '../step.ts';
import type { World } from '../world.ts';

const MESSAGE = { to: '447700900001', from: { type: 'custom', value: 'SENDER0' }, body: 'Hello' };

/** A fault applies: the call gets its response, and is processed only if the fault applies afterwards. */
class SendIntoFault extends Step {
  readonly when: 'before' | 'after';
  readonly disconnect: boolean;

  constructor(when: 'before' | 'after', disconnect: boolean) {
    super();
    this.when = when;
    this.disconnect = disconnect;
  }

  override check(model: Model): boolean {
    const [account] = model.accounts;
    return account !== undefined && !account.deleted && model.canPay(account, 1);
  }

  async act(model: Model, world: World): Promise<void> {
    const account = model.accounts[0] as ModelAccount;
    const { when, disconnect } = this;
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
  }

  describe(): string {
    const fault = this.disconnect ? 'the connection is cut' : 'the response is 503';
    return `account 0 sends a message, and ${fault} ${this.when} it is processed`;
  }
}

export const faultSteps = fc
  .tuple(fc.constantFrom<'before' | 'after'>('before', 'after'), fc.boolean())
  .map(([when, disconnect]) => new SendIntoFault(when, disconnect));
