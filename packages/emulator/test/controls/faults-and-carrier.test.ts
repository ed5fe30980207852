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

  test('a fault that was removed no longer applies, and still knows its hits', async () => {
    const { controls, send } = await open();
    const fault = await controls.addFault({ status: 503, times: 5 });
    expect((await send()).status).toBe(503);
    await fault.remove();
    await fault.remove();
    expect((await send()).status).toBe(200);
    expect(await fault.hits()).toBe(1);
    await controls.addFault({ status: 503 });
    await controls.clearFaults();
    expect((await send()).status).toBe(200);
    expect(await controls.faults()).toEqual([]);
  });

  test('a fault that names nothing to do, or no operation, is refused', async () => {
    const { controls } = await open();
    await expect(async () => controls.addFault({})).rejects.toThrow(/nothing to do/);
    const misspelled = { operation: 'message.send', status: 500 } as object;
    await expect(async () => controls.addFault(misspelled)).rejects.toThrow(/messages\.send/);
  });

  test('the carrier follows its default and its rules', async () => {
    const subject = await open();
    await subject.controls.setCarrier({ outcome: 'fail', code: '1' });
    expect(await sendAndView(subject, { to: '447911123456' })).toMatchObject({ state: 'failed' });
    await subject.controls.setCarrier({ rules: [{ to: '4477009000*', outcome: 'hold' }] });
    expect(await sendAndView(subject, { to: '447700900001' })).toMatchObject({ state: 'sent' });
    const wrong = { outcome: 'explode' } as object;
    await expect(async () => subject.controls.setCarrier(wrong)).rejects.toThrow(/outcome/);
  });
});
