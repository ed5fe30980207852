import { type CarrierOptions, createEmulator, type Emulator } from '@messaging-service/emulator';
import { api, START, test } from '@messaging-service/test-support';
import { describe, expect } from 'vitest';

const ZEROS = ['00', '0', '000', '00000000'];
const NOT_OF_FAILURE = 'must not be zero for a failure, because "00" means a delivery';
const NOT_OF_DELIVERY = 'must be "00" for a delivery, because other codes mean a failure';

/** An emulator with one message that waits for its receipt, and the identifier of the message. */
async function waiting(): Promise<[Emulator, string]> {
  const emulator = createEmulator({ now: START, carrier: { outcome: 'hold' } });
  const { messageUuid } = await api.sendOne(emulator, { to: '33612345678' });
  return [emulator, messageUuid];
}

describe('the code 00 accompanies a successful delivery, other values failures (RCP-5)', () => {
  test.each(ZEROS)('a message cannot be failed by hand with %s', async (code) => {
    const [emulator, uuid] = await waiting();
    expect(() => emulator.fail(uuid, code)).toThrow(`The receipt code "${code}" ${NOT_OF_FAILURE}.`);
    expect(emulator.messages()).toMatchObject([{ state: 'sent' }]);
    expect(emulator.fail(uuid, '100')).toMatchObject({ state: 'failed', receipt: { code: '100' } });
  });

  test.each(['22', '1', '0', '000'])('a message cannot be delivered by hand with %s', async (code) => {
    const [emulator, uuid] = await waiting();
    expect(() => emulator.deliver(uuid, { code })).toThrow(`The receipt code "${code}" ${NOT_OF_DELIVERY}.`);
    expect(emulator.messages()).toMatchObject([{ state: 'sent' }]);
    expect(emulator.deliver(uuid, { code: '00', description: 'Read' })).toMatchObject({
      state: 'delivered',
      receipt: { code: '00', description: 'Read' },
    });
  });

  test.each<[CarrierOptions, string]>([
    ...ZEROS.map((code): [CarrierOptions, string] => [
      { outcome: 'fail', code },
      `carrier.code ${NOT_OF_FAILURE}`,
    ]),
    [{ rules: [{ outcome: 'fail', code: '00' }] }, `carrier.rules.0.code ${NOT_OF_FAILURE}`],
  ])('an emulator cannot be created with the carrier %j', (carrier, words) => {
    expect(() => createEmulator({ carrier })).toThrow(words);
  });

  test('nor can the carrier be set to it later', async ({ emulator }) => {
    const before = emulator.snapshot();
    expect(() => emulator.setCarrier({ outcome: 'fail', code: '00' })).toThrow(`code ${NOT_OF_FAILURE}`);
    expect(emulator.snapshot()).toEqual(before);
  });

  test('a rule in code that returns it makes the call fail with an error that names the rule', async () => {
    const emulator = createEmulator({
      now: START,
      carrier: { rule: () => ({ outcome: 'fail', code: '00' }) },
    });
    await expect(api.sendOne(emulator)).rejects.toThrow(
      `The decision of carrier.rule is not valid:\n  code ${NOT_OF_FAILURE}`,
    );
  });

  test('codes that fit their outcome are taken everywhere', () => {
    const rules = [{ outcome: 'deliver', code: '00' } as const, { outcome: 'fail', code: '0a' } as const];
    expect(() => createEmulator({ carrier: { outcome: 'deliver', code: '00', rules } })).not.toThrow();
  });
});
