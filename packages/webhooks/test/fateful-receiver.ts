import { AsyncLocalStorage } from 'node:async_hooks';
import { createEmulator } from '@messaging-service/emulator';
import { api } from '@messaging-service/test-support';
import { createWebhookHandler, type DedupeStore } from '@messaging-service/webhooks';
import { SECRET } from './samples.ts';

export const DIES_EARLY = 'the receiver dies between the action and its record';

/** What happens to an attempt. */
export type Fate =
  | 'works'
  | 'the receiver cannot be reached'
  | 'the action throws'
  | 'the response is lost'
  | typeof DIES_EARLY
  | 'the receiver dies between the record and the response';

/** The fate of the attempt that is being handled. */
const fates = new AsyncLocalStorage<Fate>();

/** A receiver that acts on credit notifications, whose attempts have a fate. */
export function fatefulReceiver(createStore: () => DedupeStore, fateOf: (attempt: number) => Fate) {
  let acted = 0;
  let deaths = 0;
  let attempts = 0;
  const start = () => {
    const store = createStore();
    const dedupe: DedupeStore = {
      ...store,
      async claim(key) {
        const claim = await store.claim(key);
        if (claim.state !== 'claimed' || fates.getStore() !== DIES_EARLY) return claim;
        // A process that is dead records nothing.
        const nothing = async () => undefined;
        return { ...claim, commit: nothing, release: nothing };
      },
    };
    return createWebhookHandler({
      secrets: SECRET,
      tolerance: false,
      dedupe,
      onError: () => undefined,
      on: {
        creditNotification() {
          if (fates.getStore() === 'the action throws') throw new Error('out of order');
          acted += 1;
        },
      },
    });
  };
  let handler = start();
  const receive: typeof fetch = async (input, init) => {
    const fate = fateOf(attempts++);
    if (fate === 'the receiver cannot be reached') throw new Error('connection refused');
    const response = await fates.run(fate, () => handler(new Request(input, init)));
    if (fate === 'works' || fate === 'the action throws') return response;
    if (fate !== 'the response is lost') {
      deaths += 1;
      handler = start();
    }
    throw new Error('connection reset');
  };
  return { receive, deaths: () => deaths, acted: () => acted };
}

/** An account with ten credits and a notification below ten: each text that follows a top-up fires it with equal balances. */
export function serviceWith(receive: typeof fetch, sign: 'all' | 'inbound') {
  const emulator = createEmulator({
    now: '2026-01-01T09:00:00.000Z',
    webhooks: { fetch: receive, sign },
    accounts: [
      {
        senders: ['DEMO'],
        credits: 10,
        mo: { mo_webhook_url: 'https://app.example/inbound', mo_webhook_secret: SECRET },
        notifications: [
          { url: 'https://app.example/credits', threshold_type: 'paid_fixed_number', threshold_value: 10 },
        ],
      },
    ],
  });
  const fall = () => api.sendOne(emulator, { to: '447700900123' });
  const topUp = () =>
    api.succeed(emulator, 'PATCH /topup', { body: { accountUuid: emulator.account.identifier, topup: 1 } });
  return { emulator, fall, topUp };
}
