import { isDeepStrictEqual } from 'node:util';
import { SERVICE_ENDPOINTS } from '@messaging-service/server/core';
import { answering, sendServed, serve } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';

/** The calls that show something of a service, except for streams. */
const SHOWN = SERVICE_ENDPOINTS.filter(({ method, answer }) => method === 'GET' && answer !== 'events');

interface Move {
  id: string;
  from: string;
  to: string;
  did: Record<string, number>;
  since: Record<string, number>;
}

type Control = Awaited<ReturnType<typeof serve>>['control'];
const movesOf = async (control: Control) => (await control<{ moves: Move[] }>('GET /clock/moves')).body.moves;
/** A receiver that answers nothing until it is told to. */
function heldReceiver() {
  const attempted = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const fetch = async () => {
    attempted.resolve();
    await answered.promise;
    return new Response(null, { status: 200 });
  };
  return { fetch, attempted: attempted.promise, answer: answered.resolve };
}

/** A number of minutes after nine o'clock. */
const later = (minutes: number) => new Date(Date.parse('2026-01-01T09:00Z') + minutes * 60_000).toISOString();
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
        did: { 'message-sent': 1, 'message-delivered': 1 },
        since: { 'batch-queued': 1, 'message-sent': 1, 'message-delivered': 1, 'inbound-received': 1 },
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
    const { control, read } = await serve({ now: '2026-01-01T09:00Z' });
    for (let hours = 0; hours < 3; hours++)
      await control('POST /clock/advance', { by: '1h', undoable: true });
    expect((await movesOf(control)).map(({ id }) => id)).toEqual(['move-3', 'move-2', 'move-1']);
    await control('POST /clock/moves/move-2/undo');
    expect(await read('/clock')).toMatchObject({ now: '2026-01-01T10:00:00.000Z' });
    expect((await movesOf(control)).map(({ id }) => id)).toEqual(['move-1']);
    await control('POST /clock/moves/move-1/undo');
    expect(await read('/clock')).toMatchObject({ now: '2026-01-01T09:00:00.000Z' });
  });

  test('that has reached a limit can be undone, too', async () => {
    const served = await serve({ now: '2026-01-01T09:00Z' });
    const { control } = served;
    for (const hour of [10, 11])
      await sendServed(served, { to: '447700900123', send_at: `2026-01-01T${hour}:00Z` });
    const stopped = await control('POST /clock/advance', { by: '1d', undoable: true, maxInstants: 1 });
    expect(stopped.status).toBe(409);
    expect(await movesOf(control)).toMatchObject([
      { id: 'move-1', from: '2026-01-01T09:00:00.000Z', to: '2026-01-01T10:00:00.000Z' },
    ]);
    await control('POST /clock/moves/move-1/undo');
    expect(await statesOf(control)).toEqual(['scheduled', 'scheduled']);
  });

  test('is made after earlier ones, and its undo restores the instant between them', async () => {
    const { fetch, attempted, answer } = heldReceiver();
    const served = await serve({ now: '2026-01-01T09:00Z', webhooks: { fetch } });
    const { control } = served;
    const callback = 'https://receiver.example/';
    for (let minute = 6; minute <= 20; minute++)
      await sendServed(served, { to: '447700900123', callback, send_at: later(minute) });
    const move = (minutes: number) =>
      control<{ move: string }>('POST /clock/advance', { by: `${minutes}m`, undoable: true });
    const moves = [move(7)];
    await attempted;
    moves.push(move(5));
    await control('GET /clock');
    answer();
    const [first, second] = (await Promise.all(moves)).map(({ body }) => body.move);
    const sent = async () => (await statesOf(control)).filter((state) => state === 'delivered').length;
    expect(await movesOf(control)).toMatchObject([
      { id: second, from: later(7), to: later(12) },
      { id: first, from: later(0), to: later(7) },
    ]);
    expect(await sent()).toBe(7);
    await control(`POST /clock/moves/${second}/undo`);
    expect(await movesOf(control)).toMatchObject([{ id: first, to: later(7), since: {} }]);
    expect([await sent(), (await control('GET /clock')).body.now]).toEqual([2, later(7)]);
    await control(`POST /clock/moves/${first}/undo`);
    expect([await sent(), (await control('GET /clock')).body.now]).toEqual([0, later(0)]);
  });

  test('that is running ends before an earlier one is undone, and one that was requested later is made', async () => {
    const { fetch, attempted, answer } = heldReceiver();
    const served = await serve({ now: '2026-01-01T09:00Z', webhooks: { fetch } });
    const { control } = served;
    const callback = 'https://receiver.example/';
    await sendServed(served, { to: '447700900123', callback, send_at: later(90) });
    await control('POST /clock/advance', { by: '1h', undoable: true });
    const running = control('POST /clock/advance', { by: '1h', undoable: true });
    await attempted;
    const undone = control('POST /clock/moves/move-1/undo');
    const again = control('POST /clock/moves/move-1/undo');
    const next = control('POST /clock/advance', { by: '5m', undoable: true });
    await control('GET /clock');
    answer();
    expect(await running).toMatchObject({ status: 200, body: { now: later(120) } });
    expect(await undone).toMatchObject({ status: 200 });
    expect(await again).toMatchObject({ status: 404 });
    expect(await next).toMatchObject({ status: 200, body: { now: later(5) } });
    expect(await movesOf(control)).toMatchObject([{ from: later(0), to: later(5) }]);
    expect(await statesOf(control)).toEqual(['scheduled']);
  });

  test('that waits for another one is not made after a reset', async () => {
    const attempted = Promise.withResolvers<void>();
    const fetch = () => {
      attempted.resolve();
      return new Promise<Response>(() => undefined);
    };
    const served = await serve({ now: '2026-01-01T09:00Z', webhooks: { fetch } });
    const { control } = served;
    const callback = 'https://receiver.example/';
    await sendServed(served, { to: '447700900123', callback, send_at: later(90) });
    const running = control('POST /clock/advance', { by: '2h', undoable: true });
    await attempted.promise;
    const waiting = control('POST /clock/advance', { by: '1h', undoable: true });
    await control('GET /clock');
    await control('POST /reset');
    for (const move of [running, waiting]) expect((await move).body).toMatchObject({ move: null });
    expect((await control('GET /clock')).body.now).toBe(later(0));
    expect(await movesOf(control)).toEqual([]);
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

  test('cannot be undone if a reset ended it', async () => {
    const attempted = Promise.withResolvers<void>();
    const fetch = () => {
      attempted.resolve();
      return new Promise<Response>(() => undefined);
    };
    const served = await serve({ now: '2026-01-01T09:00Z', webhooks: { fetch } });
    const { control } = served;
    await sendServed(served, {
      to: '447700900123',
      callback: 'https://receiver.example/',
      send_at: '2026-01-01T10:00Z',
    });
    const advance = control('POST /clock/advance', { by: '2h', undoable: true });
    await attempted.promise;
    await control('POST /reset');
    expect((await advance).body).toMatchObject({ move: null });
    expect(await movesOf(control)).toEqual([]);
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

  test('is undone, so that each call of the control API shows the same as before', async () => {
    const served = await serve({ now: '2026-01-01T09:00Z', webhooks: { retryDelays: ['1h'] } });
    const { control, accountUuid, emulator } = served;
    const callback = await answering(500, 200);
    const to = '447700900123';
    await control('POST /faults', { webhook: 'delivery-receipt', set: { extra: 1 }, times: 3 });
    await sendServed(served, { to, callback, from: { type: 'shared' } });
    await sendServed(served, { to, callback, send_at: '2026-01-01T10:30Z' });
    await control('POST /inbound', { from: to, to: 'DEMO', message: 'Yes' });
    await control('POST /settle');
    const scheduled = emulator.messages()[1];
    const [delivery] = emulator.webhooks();
    const ids: Readonly<Record<string, string | undefined>> = {
      accounts: accountUuid,
      batches: scheduled?.batchUuid,
      handsets: to,
      messages: scheduled?.messageUuid,
      requests: '1',
      webhooks: delivery?.id,
      why: delivery?.id,
    };
    const queries: Readonly<Record<string, string>> = {
      '/ribbon': '?from=2026-01-01T00:00Z&to=2026-01-02T00:00Z&bins=24',
      '/requests/{id}/code': '?ids=same&baseUrl=http://localhost:4010',
    };
    const everything = async () => {
      const shown: Record<string, object> = {};
      for (const { path } of SHOWN) {
        const [, kind = ''] = path.split('/');
        const call = path.replace('{id}', String(ids[kind])) + (queries[path] ?? '');
        const answer = await control(`GET ${call}`);
        expect(answer.status, call).toBe(200);
        shown[path] = answer.body;
      }
      return shown;
    };
    const before = await everything();
    const { move } = (await control<{ move: string }>('POST /clock/advance', { by: '3h', undoable: true }))
      .body;
    await sendServed(served, { callback, from: { type: 'shared' } });
    await control('POST /inbound', { from: to, to: 'DEMO', message: 'No' });
    await control('POST /settle');
    await control('POST /faults', { status: 503 });
    await control('PUT /carrier', { outcome: 'fail' });
    await control('PUT /shared-senders', { senders: ['POOL'] });
    const between = await everything();
    // All others show a difference, so each of them tests the undo.
    const unchanged = SHOWN.map(({ path }) => path).filter((path) =>
      isDeepStrictEqual(between[path], before[path]),
    );
    expect(unchanged).toEqual([
      '/openapi.json',
      '/clock/advance',
      '/followers',
      '/requests/{id}',
      '/requests/{id}/code',
    ]);
    await control(`POST /clock/moves/${move}/undo`);
    expect(await everything()).toEqual({
      ...before,
      // A reader of the history that was undone notices that it was replaced, and numbers of calls are not used again.
      '/mark': { mark: expect.any(String) },
      '/digest': { ...before['/digest'], requests: 3 },
    });
  });
});
