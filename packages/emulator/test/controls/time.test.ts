import { later, MINUTE, START } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';
import { PLACES, sendAndView } from './subjects.ts';

describe.each(PLACES)('time %s (EMU-3, EMU-18)', (_, open) => {
  test('stands still until it is moved, and reports the current time', async () => {
    const { controls } = await open();
    expect(controls.clock.mode).toBe('virtual');
    expect(await controls.clock.now()).toEqual(new Date(START));
    expect((await controls.clock.advance('10m')).now).toEqual(new Date(later(10 * MINUTE)));
    expect(await controls.clock.now()).toEqual(new Date(later(10 * MINUTE)));
  });

  test('moves to an instant, and counts the jobs that ran', async () => {
    const subject = await open();
    const { messageUuid } = await sendAndView(subject, { to: '447700900123', send_at: later(60 * MINUTE) });
    expect(await subject.controls.clock.advanceTo(new Date(later(59 * MINUTE)))).toMatchObject({ ran: 0 });
    expect((await subject.controls.clock.advanceTo(later(60 * MINUTE))).ran).toBeGreaterThan(0);
    expect(await subject.controls.messages()).toMatchObject([{ messageUuid, state: 'delivered' }]);
  });

  test('refuses an instant that has passed, because a virtual clock stands still', async () => {
    const { controls } = await open();
    await controls.clock.advance('1h');
    const words = `to must not be before the current time of the emulator, ${later(60 * MINUTE)}`;
    await expect(controls.clock.advanceTo(START)).rejects.toThrow(words);
    expect(await controls.clock.now()).toEqual(new Date(later(60 * MINUTE)));
    expect((await controls.clock.advanceTo(later(60 * MINUTE))).ran).toBe(0);
  });

  test('does not go back for an instant that passes during the call, with a system clock', async () => {
    const { controls } = await open({ clock: 'system', now: undefined });
    for (let ahead = 0; ahead < 50; ahead++) {
      const to = Date.now() + (ahead % 5);
      expect((await controls.clock.advanceTo(to)).now.getTime()).toBeGreaterThanOrEqual(to);
    }
  });

  test('goes from job to job', async () => {
    const subject = await open();
    for (const minutes of [120, 180, 120]) await subject.send({ send_at: later(minutes * MINUTE) });
    const next = () => subject.controls.clock.next();
    expect(await next()).toMatchObject({ now: new Date(later(120 * MINUTE)), ran: 2 });
    expect(await next()).toMatchObject({ now: new Date(later(180 * MINUTE)), ran: 1 });
    expect(await next()).toMatchObject({ now: new Date(later(180 * MINUTE)), ran: 0 });
    expect((await subject.controls.settle()).now).toEqual(new Date(later(180 * MINUTE)));
  });

  test('refuses what is not a duration or an instant', async () => {
    const { controls } = await open();
    await expect(controls.clock.advance('3 s')).rejects.toThrow(/duration|by/);
    await expect(controls.clock.advanceTo('tomorrow')).rejects.toThrow(/instant/);
  });

  test.each<[limits: object, words: string]>([
    [{ maxInstants: 0 }, 'maxInstants must be 1 or more'],
    [{ maxInstants: 1.5 }, 'maxInstants must be a whole number'],
    [{ timeout: '1 s' }, 'timeout must be a duration'],
    [{ maxInstant: 1 }, 'maxInstant is not a known option; did you mean "maxInstants"?'],
  ])('refuses the limits %j', async (limits, words) => {
    const { controls } = await open();
    await expect(controls.clock.advance('1h', limits)).rejects.toThrow(words);
    await expect(controls.clock.advanceTo(later(MINUTE), limits)).rejects.toThrow(words);
    expect(await controls.clock.now()).toEqual(new Date(START));
  });
});
