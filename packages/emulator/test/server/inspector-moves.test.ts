import { connectEmulator } from '@messaging-service/emulator/client';
import { answering, sendServed, serve } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';

interface Move {
  id: string;
  from: string;
  to: string;
  ran: number;
  did: Record<string, number>;
  since: Record<string, number>;
}

type Control = Awaited<ReturnType<typeof serve>>['control'];
const movesOf = async (control: Control) => (await control<{ moves: Move[] }>('GET /clock/moves')).body.moves;
const statesOf = async (control: Control) =>
  (await control<{ messages: { state: string }[] }>('GET /messages')).body.messages.map(({ state }) => state);

describe('a move of the clock', () => {
  test('is listed with its events and with later events, and can be undone', async () => {
    const served = await serve({ now: '2026-01-01T09:00Z' });
    const { control } = served;
    await sendServed(served, { to: '447700900123', send_at: '2026-01-01T10:00Z' });
    const moved = await control('POST /clock/advance', { by: '2h', undoable: true });
    expect(moved.body).toMatchObject({ now: '2026-01-01T11:00:00.000Z', ran: 1, move: 'move-1' });
    await sendServed(served, { to: '447700900124' });
    await control('POST /inbound', { from: '447700900123', to: 'DEMO', message: 'Yes' });
    expect(await movesOf(control)).toMatchObject([
      {
        id: 'move-1',
        from: '2026-01-01T09:00:00.000Z',
        to: '2026-01-01T11:00:00.000Z',
        ran: 1,
        did: { queued: 0, sent: 1, delivered: 1, failed: 0, replies: 0, attempts: 0 },
        since: { queued: 1, sent: 1, delivered: 1, failed: 0, replies: 1, attempts: 0 },
      },
    ]);
    expect(await control('POST /clock/moves/move-1/undo')).toMatchObject({
      status: 200,
      body: { now: '2026-01-01T09:00:00.000Z', mode: 'virtual' },
    });
    expect(await statesOf(control)).toEqual(['scheduled']);
    expect(await movesOf(control)).toEqual([]);
  });

  test('is undone together with the moves after it, and those before it stay', async () => {
    const { control } = await serve({ now: '2026-01-01T09:00Z' });
    for (let hours = 0; hours < 3; hours++)
      await control('POST /clock/advance', { by: '1h', undoable: true });
    expect((await movesOf(control)).map(({ id }) => id)).toEqual(['move-3', 'move-2', 'move-1']);
    await control('POST /clock/moves/move-2/undo');
    expect((await control('GET /clock')).body).toMatchObject({ now: '2026-01-01T10:00:00.000Z' });
    expect((await movesOf(control)).map(({ id }) => id)).toEqual(['move-1']);
    await control('POST /clock/moves/move-1/undo');
    expect((await control('GET /clock')).body).toMatchObject({ now: '2026-01-01T09:00:00.000Z' });
  });

  test('that has reached a limit can be undone, too', async () => {
    const served = await serve({ now: '2026-01-01T09:00Z' });
    const { control } = served;
    for (const hour of [10, 11])
      await sendServed(served, { to: '447700900123', send_at: `2026-01-01T${hour}:00Z` });
    const stopped = await control('POST /clock/advance', { by: '1d', undoable: true, maxInstants: 1 });
    expect(stopped.status).toBe(409);
    expect(await movesOf(control)).toMatchObject([
      { id: 'move-1', from: '2026-01-01T09:00:00.000Z', to: '2026-01-01T10:00:00.000Z', ran: 1 },
    ]);
    await control('POST /clock/moves/move-1/undo');
    expect(await statesOf(control)).toEqual(['scheduled', 'scheduled']);
  });

  test('is kept only on request, and at most the latest ten are kept', async () => {
    const { control } = await serve();
    await control('POST /clock/advance', { by: '1h' });
    expect(await movesOf(control)).toEqual([]);
    for (let index = 0; index < 12; index++)
      await control('POST /clock/advance', { by: '1m', undoable: true });
    const ids = (await movesOf(control)).map(({ id }) => id);
    expect(ids).toHaveLength(10);
    expect([ids[0], ids.at(-1)]).toEqual(['move-12', 'move-3']);
  });

  test.each(['POST /reset', 'PUT /snapshot'])('cannot be undone after %s', async (call) => {
    const { control } = await serve();
    const { body } = await control('GET /snapshot');
    await control('POST /clock/advance', { by: '1h', undoable: true });
    await control(call, call.startsWith('PUT') ? body : {});
    expect(await movesOf(control)).toEqual([]);
    expect((await control('POST /clock/moves/move-1/undo')).status).toBe(404);
  });

  test('of a system clock continues with the current time after an undo', async () => {
    const { control } = await serve({ now: new Date(), clock: 'system' });
    const { body } = await control<{ now: string }>('POST /clock/advance', { by: '1d', undoable: true });
    const undone = await control<{ now: string }>('POST /clock/moves/move-1/undo');
    const back = Date.parse(body.now) - Date.parse(undone.body.now);
    // Less than the day by the real time that has passed since.
    expect(back).toBeLessThanOrEqual(86_400_000);
    expect(back).toBeGreaterThan(86_400_000 - 600_000);
    expect(Date.parse(undone.body.now)).toBeGreaterThan(Date.now() - 600_000);
  });

  test('is undone on a server, so that a client sees everything as before: results, responses, faults and calls', async () => {
    const served = await serve({ now: '2026-01-01T09:00Z', webhooks: { retryDelays: ['1h'] } });
    const { control, server } = served;
    const remote = await connectEmulator({ url: server.url });
    const callback = await answering(500, 200);
    await remote.addFault({ webhook: 'delivery-receipt', set: { extra: 1 }, times: 3 });
    await sendServed(served, { callback });
    await sendServed(served, { send_at: '2026-01-01T10:30Z', callback });
    await remote.settle();
    const everything = async () => ({
      messages: await remote.messages(),
      webhooks: await remote.webhooks(),
      faults: await remote.faults(),
      snapshot: await remote.snapshot(),
      responses: (await control(`GET /webhooks/${(await remote.webhooks())[0]?.id}`)).body,
      requests: (await control('GET /requests')).body,
      entries: (await control(`GET /accounts/${served.accountUuid}/entries`)).body,
    });
    const before = await everything();
    const { move } = (await control<{ move: string }>('POST /clock/advance', { by: '3h', undoable: true }))
      .body;
    await sendServed(served, { callback });
    await remote.settle();
    expect(await everything()).not.toEqual(before);
    await control(`POST /clock/moves/${move}/undo`);
    expect(await everything()).toEqual(before);
    await remote.close();
  });
});
