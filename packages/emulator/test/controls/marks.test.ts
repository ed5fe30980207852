import { describe, expect, test } from 'vitest';
import { PLACES, type Subject } from './subjects.ts';

async function bodiesSince({ controls }: Subject, since: string): Promise<string[]> {
  return (await controls.messages({ since })).map(({ body }) => body);
}

describe.each(PLACES)('marks %s (EMU-16, EMU-18)', (_, open) => {
  test('exclude older messages from a wait, although virtual time has not advanced', async () => {
    const { controls, send } = await open();
    await send({ body: 'code 111111' });
    const since = await controls.mark();
    await expect(async () => controls.waitForMessage({ since, timeout: 5 })).rejects.toThrow(
      'newer than the mark',
    );
    const waiting = controls.waitForMessage({ since, match: /(?<code>\d{6})/, timeout: 5_000 });
    await send({ body: 'code 222222' });
    expect(await waiting).toMatchObject({ body: 'code 222222', groups: { code: '222222' } });
  });

  test('include a scheduled message when it becomes due after the mark', async () => {
    const subject = await open();
    const { controls, send } = subject;
    await send({ body: 'later', send_at: '2026-03-01T10:00Z' });
    const since = await controls.mark();
    expect(await bodiesSince(subject, since)).toEqual([]);
    expect((await controls.clock.next()).now).toEqual(new Date('2026-03-01T10:00:00.000Z'));
    expect(await bodiesSince(subject, since)).toEqual(['later']);
    expect(await bodiesSince(subject, await controls.mark())).toEqual([]);
  });

  test('from before a reset or a restore include all messages after it', async () => {
    const subject = await open();
    const { controls, send } = subject;
    for (const body of ['a', 'b', 'c']) await send({ body });
    const since = await controls.mark();
    await controls.reset();
    await send({ body: 'd' });
    expect(await bodiesSince(subject, since)).toEqual(['d']);
    await controls.restore(await controls.snapshot());
    await send({ body: 'e' });
    expect(await bodiesSince(subject, since)).toEqual(['d', 'e']);
  });

  test.each(['', '1', 'x-1-2'])('are validated: %j', async (since) => {
    const { controls } = await open();
    await expect(async () => controls.messages({ since })).rejects.toThrow('since must be a mark');
  });
});
