import {
  type CarrierOptions,
  createEmulator,
  type Duration,
  type Emulator,
} from '@messaging-service/emulator';
import { api, createFetchReceiver } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';

const now = '2026-01-01T09:00Z';

/** Sends a message to a number, and returns its state after each of some durations. */
async function statesOf(
  emulator: Emulator,
  to: string,
  ...durations: Duration[]
): Promise<(string | undefined)[]> {
  await api.sendOne(emulator, { to, callback: 'https://app.example/receipts' });
  const states: (string | undefined)[] = [];
  for (const duration of durations) {
    await emulator.clock.advance(duration);
    const message = emulator.messages().at(-1);
    states.push(`${message?.state} ${message?.receipt?.code ?? ''}`.trim());
  }
  return states;
}

function emulated(carrier: CarrierOptions): Emulator {
  return createEmulator({ now, carrier, webhooks: { fetch: createFetchReceiver().fetch } });
}

describe('the validity of a message (EMU-30)', () => {
  test.each<[what: string, carrier: CarrierOptions, to: string, states: string[]]>([
    ['a test number without a receipt', {}, '447700900700', ['sent', 'failed 32']],
    ['a default that holds messages', { outcome: 'hold' }, '447911123456', ['sent', 'failed 32']],
    ['a rule that holds them', { rules: [{ outcome: 'hold' }] }, '447700900123', ['sent', 'failed 32']],
    ['a receipt that comes too late', { after: '2d' }, '447700900123', ['sent', 'failed 32']],
    ['a receipt that comes in time', { after: '1h' }, '447700900123', ['delivered 00', 'delivered 00']],
    ['a receipt at its last instant', { after: '1d' }, '447700900123', ['sent', 'delivered 00']],
    ['a failure in time', { after: '1h' }, '447700900822', ['failed 22', 'failed 22']],
    ['a number that no provider accepts', {}, '447700900800', ['failed 40', 'failed 40']],
  ])('ends the wait for %s', async (_, carrier, to, states) => {
    expect(await statesOf(emulated({ validity: '1d', ...carrier }), to, '23h', '1h')).toEqual(states);
  });

  test('is said by the reason, and the receipt goes to the application', async () => {
    const emulator = emulated({ validity: '1d' });
    await statesOf(emulator, '447700900700', '1d');
    const [message] = emulator.messages();
    expect(emulator.why(message?.messageUuid ?? '')).toMatchObject({
      outcome: 'failed with 32: The message expired before a receipt came',
      decidedBy: { kind: 'expired', text: 'its validity of 1 d' },
      explanation: 'No receipt came within the validity of the message.',
    });
    expect(emulator.webhooks()).toMatchObject([
      { payload: { delivered: false, receiptInfo: { code: '32' } } },
    ]);
  });

  test('is until when the outcome of the message can change', async () => {
    const emulator = emulated({ validity: '1d' });
    const { messageUuid } = await api.sendOne(emulator, { to: '447700900700' });
    expect(emulator.why(messageUuid)).toMatchObject({
      outcome: 'sent, and expires at 2026-01-02T09:00:00.000Z without a receipt',
      decidedBy: { digits: '700' },
      until: '2026-01-02T09:00:00.000Z',
    });
    emulator.deliver(messageUuid);
    await emulator.clock.advance('2d');
    expect(emulator.messages()).toMatchObject([{ state: 'delivered' }]);
  });

  test('stays when other settings change, ends with null, and counts for messages that are sent afterwards', async () => {
    const emulator = emulated({});
    expect(await statesOf(emulator, '447700900700', '365d')).toEqual(['sent']);
    emulator.setCarrier({ validity: '1h' });
    emulator.setCarrier({ after: '1s' });
    expect(await statesOf(emulator, '447700900700', '1h')).toEqual(['failed 32']);
    emulator.setCarrier({ validity: null });
    expect(await statesOf(emulator, '447700900700', '365d')).toEqual(['sent']);
  });

  test('continues after a restored snapshot (EMU-7)', async () => {
    const emulator = emulated({ validity: '1d' });
    await api.sendOne(emulator, { to: '447700900700' });
    const another = createEmulator();
    another.restore(structuredClone(emulator.snapshot()));
    await another.clock.advance('1d');
    expect(another.messages()).toMatchObject([{ state: 'failed', receipt: { code: '32' } }]);
    expect(await statesOf(another, '447700900700', '1d')).toEqual(['failed 32']);
  });

  test.each(['1 d', -1, '', {}])('%j is refused', (validity) => {
    expect(() => createEmulator({ carrier: { validity: validity as never } })).toThrow(/carrier\.validity/);
  });
});
