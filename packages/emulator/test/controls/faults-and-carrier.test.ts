import { describe, expect, test } from 'vitest';
import { PLACES, sendAndView } from './subjects.ts';

describe.each(PLACES)('faults and the carrier %s (EMU-1, EMU-6, EMU-18)', (_, open) => {
  test('a fault applies to its operation, counts its calls and is then used up', async () => {
    const { controls, send } = await open();
    const fault = await controls.addFault({ operation: 'messages.send', code: 'insufficient_credits' });
    expect(await fault.hits()).toBe(0);
    expect((await send()).status).toBe(402);
    expect((await send()).status).toBe(200);
    expect(await fault.hits()).toBe(1);
    expect(await controls.faults()).toMatchObject([{ id: fault.id, hits: 1, left: 0 }]);
  });

  test('a fault that was removed no longer applies, and still has its hits', async () => {
    const { controls, send } = await open();
    const fault = await controls.addFault({ status: 503, times: 5 });
    expect((await send()).status).toBe(503);
    await Promise.all([fault.remove(), fault.remove()]);
    await fault.remove();
    expect((await send()).status).toBe(200);
    expect(await fault.hits()).toBe(1);
    await controls.addFault({ status: 503 });
    await controls.clearFaults();
    expect((await send()).status).toBe(200);
    expect(await controls.faults()).toEqual([]);
  });

  test('a fault with an error code has its configured status', async () => {
    const { controls, send } = await open({ statuses: { insufficient_credits: 422 } });
    await controls.addFault({ operation: 'messages.send', code: 'insufficient_credits' });
    const other = await controls.addFault({ operation: 'batches.send', code: 'payload_too_large' });
    expect(await send()).toMatchObject({ status: 422, body: { error: { code: 'insufficient_credits' } } });
    expect(await other.hits()).toBe(0);
  });

  test.each<[object, string]>([
    [{}, 'has no effect: set'],
    [{ path: '/message' }, 'has no effect: set'],
    [{ delay: '0s' }, 'has no effect: set'],
    [{ webhook: 'delivery-receipt', set: {}, remove: [] }, 'has no effect on webhooks: set'],
    [{ path: '/mesage', status: 500 }, 'did you mean "/message"?'],
    [{ path: '/x*/y', status: 500 }, 'path must match a path of the public API; got "/x*/y"'],
    [{ method: 'GTE', status: 500 }, 'did you mean "GET"?'],
    [
      { method: 'PATCH', path: '/message', status: 500 },
      'must be a method of the path /message (POST); got "PATCH"',
    ],
    [
      { method: 'DELETE', path: '/message', status: 500 },
      'must be a method of the path /message (POST); got "DELETE"',
    ],
    [{ operation: 'message.send', status: 500 }, 'did you mean "messages.send"?'],
    [
      { operation: 'messages.send', path: '/message', status: 500 },
      'remove "method" and "path", or remove "operation"',
    ],
    [{ code: 'insufficient_credit' }, 'did you mean "insufficient_credits"?'],
    [{ code: 'invalid_key', status: 401 }, 'remove "status" and "body", or remove "code"'],
    [{ staus: 500 }, 'staus'],
    [{ headers: { Trailer: 'expires' } }, 'headers cannot have "trailer" or "transfer-encoding"'],
    [{ headers: { 'transfer-encoding': 'chunked' } }, 'headers cannot have "trailer" or "transfer-encoding"'],
    [{ status: 99 }, 'status'],
    [{ delay: '3 s' }, 'got "3 s"'],
    [{ webhook: 'delivery-receipt' }, 'has no effect on webhooks: set "set" or "remove"'],
    [{ webhook: 'receipt', remove: ['destination'] }, 'webhook'],
    [{ remove: ['destination'] }, 'remove applies to webhooks: set "webhook" to the kind of webhook'],
    [
      { webhook: 'delivery-receipt', remove: ['destination'], status: 500 },
      'status applies to calls: remove it, or remove "webhook"',
    ],
  ])('the fault %j is refused', async (fault, words) => {
    const { controls } = await open();
    await expect(async () => controls.addFault(fault)).rejects.toThrow(words);
  });

  test('a fault of webhooks changes the payload of the next webhook of its kind, and no call', async () => {
    const { controls, send } = await open();
    const fault = await controls.addFault({
      webhook: 'delivery-receipt',
      set: { 'receiptInfo.code': 22, destination: null, added: { later: true } },
      remove: ['receiptInfo.description', 'batchuuid'],
    });
    const callback = 'http://127.0.0.1:1/receipts';
    for (let sent = 0; sent < 2; sent++)
      expect((await send({ to: '447700900001', callback })).status).toBe(200);
    await controls.clock.advance('1m');
    const payloads = (await controls.webhooks()).map(({ payload }) => payload as Record<string, unknown>);
    const { messageuuid, delivered } = payloads[0] ?? {};
    expect(payloads[0]).toEqual({
      messageuuid,
      delivered,
      destination: null,
      receiptInfo: { code: 22 },
      added: { later: true },
    });
    expect(delivered).toBe(true);
    expect(payloads[1]).toMatchObject({ receiptInfo: { code: '00', description: 'Successful' } });
    expect(await fault.hits()).toBe(1);
  });

  test.each(['/message', '*', '/batch/*', '/ac*', '/batch/6f2c548e-81e3-435f-bf2c-f5beaa5f01af', '*/topup'])(
    'the path %s of a fault is accepted, because it can match a call',
    async (path) => {
      const { controls } = await open();
      expect((await controls.addFault({ path, status: 500 })).id).toBe('fault-1');
    },
  );

  test('the carrier follows its default and its rules', async () => {
    const subject = await open();
    await subject.controls.setCarrier({ outcome: 'fail', code: '1' });
    expect(await sendAndView(subject, { to: '447911123456' })).toMatchObject({ state: 'failed' });
    await subject.controls.setCarrier({ rules: [{ to: '4477009000*', outcome: 'hold' }] });
    expect(await sendAndView(subject, { to: '447700900001' })).toMatchObject({ state: 'sent' });
  });

  test('rules of the carrier override test numbers, and remain until they are replaced or the emulator is reset', async () => {
    const subject = await open();
    const { controls } = subject;
    const outcomeOf = async (to: string) => {
      const { state, receipt } = await sendAndView(subject, { to });
      return receipt === null || state === 'delivered' ? state : `${state} ${receipt.code}`;
    };
    await controls.setCarrier({
      rules: [
        { to: '+447700900001', outcome: 'deliver' },
        { to: '4477009000*', outcome: 'fail', code: '2' },
        { to: '447700900123', outcome: 'hold' },
      ],
    });
    expect(await outcomeOf('447700900001')).toBe('delivered');
    expect(await outcomeOf('447700900002')).toBe('failed 2');
    await controls.setCarrier({ outcome: 'fail' });
    await controls.restore(await controls.snapshot());
    expect(await outcomeOf('447700900123')).toBe('sent');
    expect(await outcomeOf('15551234567')).toBe('failed 22');
    await controls.setCarrier({ rules: [] });
    expect(await outcomeOf('447700900002')).toBe('delivered');
    await controls.setCarrier({ outcome: 'fail', rules: [{ outcome: 'fail', to: '*' }] });
    await controls.reset();
    expect(await outcomeOf('447700900002')).toBe('delivered');
  });

  test.each<[object, string]>([
    [{ outcome: 'explode' }, 'outcome'],
    [{ rules: [{ to: 'x', outcome: 'fail' }] }, 'rules.0.to'],
    [{ rules: [{ to: '1', outcome: 'fail', cod: '2' }] }, 'did you mean "code"?'],
    [{ after: '3 s' }, 'must be a duration such as "3s" or 3000 (milliseconds); got "3 s"'],
    [{ rules: Array.from({ length: 101 }, () => ({ outcome: 'fail' })) }, 'at most 100 rules'],
  ])('the carrier settings %# are refused', async (settings, words) => {
    const { controls } = await open();
    await expect(async () => controls.setCarrier(settings)).rejects.toThrow(words);
  });
});
