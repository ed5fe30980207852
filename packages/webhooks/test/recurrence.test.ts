import { createMemoryDedupeStore, createWebhookHandler } from '@messaging-service/webhooks';
import { describe, expect, test } from 'vitest';
import { type Fate, fatefulReceiver, serviceWith } from './fateful-receiver.ts';
import { unsignedRequest } from './requests.ts';
import { creditNotification } from './samples.ts';

describe('a warning with the content of an earlier one is another event (WHK-6, NTF-5)', () => {
  test.each(['all', 'inbound'] as const)('also within seconds, when the service signs: %s', async (sign) => {
    const { receive, acted } = fatefulReceiver(createMemoryDedupeStore, () => 'works');
    const { emulator, fall, topUp } = serviceWith(receive, sign);
    for (const duration of [0, '1s', '10s', '1m', '10m', '1h', '1d'] as const) {
      await fall();
      await emulator.clock.advance(duration);
      await topUp();
    }
    const payloads = emulator.webhooks().map(({ payload }) => JSON.stringify(payload));
    expect([payloads.length, new Set(payloads).size, acted()]).toEqual([7, 1, 7]);
  });

  test('also when it arrives while the action of the first one is running', async () => {
    const { receive, acted } = fatefulReceiver(createMemoryDedupeStore, () => 'works');
    const { emulator, fall, topUp } = serviceWith(receive, 'inbound');
    await fall();
    await topUp();
    await fall();
    await emulator.clock.settle();
    expect(acted()).toBe(2);
  });
});

describe('the attempts at one warning are one event (WHK-6)', () => {
  test.each<Fate>([
    'the receiver cannot be reached',
    'the action throws',
    'the response is lost',
    'the receiver dies between the record and the response',
  ])('also the sixth one, after 42 minutes: %s', async (fate) => {
    const store = createMemoryDedupeStore();
    const { receive, acted } = fatefulReceiver(
      () => store,
      (attempt) => (attempt < 5 ? fate : 'works'),
    );
    const { emulator, fall } = serviceWith(receive, 'inbound');
    await fall();
    await emulator.clock.advance('1h');
    const [delivery] = emulator.webhooks();
    expect([delivery?.attempts.length, delivery?.state, acted()]).toEqual([6, 'succeeded', 1]);
  });

  test('until the service makes no more attempts, if no response reaches it', async () => {
    let now = 0;
    const events: unknown[] = [];
    const handler = createWebhookHandler({
      dedupe: createMemoryDedupeStore({ now: () => now }),
      on: { creditNotification: (event) => events.push(event) },
    });
    for (const [seconds, count] of [
      [0, 1],
      [2_560, 1],
      [2_619, 1],
      [2_620, 2],
    ] as const) {
      now = seconds * 1000;
      // No server reads the body of the response.
      expect((await handler(unsignedRequest(creditNotification))).status).toBe(200);
      expect(events).toHaveLength(count);
    }
  });
});
