import { type Served, serve } from '@messaging-service/test-support';
import { expect, onTestFinished, test } from 'vitest';

/** A follower as a program in any language would write it: calls of the control API, and a stream of events. */
async function follow({ control, server }: Served, name: string) {
  const { body } = await control<{ id: string }>('POST /followers', { name });
  const aborting = new AbortController();
  const path = `/followers/${body.id}`;
  const response = await fetch(`${server.url}/_emulator${path}/events`, { signal: aborting.signal });
  const reader = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  onTestFinished(() => aborting.abort());
  let text = '';
  return {
    ...body,
    leave: () => aborting.abort(),
    /** The data of the next event. */
    event: async () => {
      while (!text.includes('\n\n')) {
        const { value, done } = await reader.read();
        if (done) return undefined;
        text += value;
      }
      const end = text.indexOf('\n\n');
      const block = text.slice(0, end);
      text = text.slice(end + 2);
      expect(block).toMatch(/^event: clock\ndata: /);
      return JSON.parse(block.slice(block.indexOf('{'))) as { tick: number; now: string };
    },
    reached: (report: object) => control(`POST ${path}/reached`, report),
  };
}

test('a follower gets each instant at which it has a timer, and time waits for its report (EMU-17)', async () => {
  const served = await serve();
  const joined = await served.control('POST /followers', { name: 'billing' });
  expect(joined).toEqual({
    status: 201,
    body: { id: 'follower-1', now: '2026-03-01T09:00:00.000Z', mode: 'virtual' },
  });
  const follower = await follow(served, 'shop');
  const told = { mode: 'virtual', until: 'quiet', jump: false };
  expect(await follower.event()).toEqual({
    ...told,
    tick: 1,
    now: '2026-03-01T09:00:00.000Z',
    until: 'set',
    jump: true,
  });
  expect(await served.read('/followers')).toEqual({
    followers: [{ id: 'follower-2', name: 'shop', nextTimerAt: null }],
  });
  let isOver = false;
  const advanced = served.control('POST /clock/advance', { by: '1h' }).finally(() => {
    isOver = true;
  });
  expect(await follower.event()).toEqual({ ...told, tick: 2, now: '2026-03-01T09:00:00.000Z' });
  await follower.reached({ tick: 2, nextTimerAt: '2026-03-01T09:30:00Z' });
  expect(await follower.event()).toEqual({ ...told, tick: 3, now: '2026-03-01T09:30:00.000Z' });
  await follower.reached({ tick: 0, nextTimerAt: '2026-03-01T09:40:00Z' });
  expect(await served.read('/clock')).toEqual({ now: '2026-03-01T09:30:00.000Z', mode: 'virtual' });
  expect(isOver).toBe(false);
  await follower.reached({ tick: 3, nextTimerAt: null, requests: 2 });
  expect(await follower.event()).toEqual({ ...told, tick: 4, now: '2026-03-01T10:00:00.000Z' });
  await follower.reached({ tick: 4 });
  expect((await advanced).body).toMatchObject({ now: '2026-03-01T10:00:00.000Z', ran: 0 });
});

test('after a follower made requests, the others are queried again', async () => {
  const served = await serve();
  const [caller, called] = [await follow(served, 'caller'), await follow(served, 'called')];
  await Promise.all([caller.event(), called.event()]);
  const settled = served.control('POST /settle');
  await Promise.all([caller.event(), called.event()]);
  await called.reached({ tick: 2 });
  await caller.reached({ tick: 2, requests: 1 });
  expect(await called.event()).toMatchObject({ tick: 3 });
  await called.reached({ tick: 3, nextTimerAt: '2026-03-01T11:00:00Z' });
  await caller.reached({ tick: 3 });
  expect((await settled).status).toBe(200);
});

test('one request can contain all reports of a follower, each in a line that takes effect when it arrives', async () => {
  const served = await serve();
  const follower = await follow(served, 'shop');
  await follower.event();
  const { readable, writable } = new TransformStream<string, string>();
  const reports = writable.getWriter();
  const responding = fetch(`${served.server.url}/_emulator/followers/${follower.id}/reached`, {
    method: 'POST',
    body: readable.pipeThrough(new TextEncoderStream()),
    duplex: 'half',
  });
  const advanced = served.control('POST /clock/advance', { by: '1h' });
  expect(await follower.event()).toMatchObject({ tick: 2 });
  await reports.write('\n{ "tick": 0, "nextTimerAt": "2026-03-01T09:30:00Z" }\n{ "tick": 2, "nextTi');
  await reports.write('merAt": "2026-03-01T09:20:00Z" }\n');
  expect(await follower.event()).toMatchObject({ tick: 3, now: '2026-03-01T09:20:00.000Z' });
  await reports.write('{ "tick": 3 }\n');
  expect(await follower.event()).toMatchObject({ tick: 4, now: '2026-03-01T10:00:00.000Z' });
  await reports.write('{ "tick": 4 }');
  await reports.close();
  expect((await advanced).status).toBe(200);
  expect(await (await responding).json()).toEqual({});
});

test('a follower whose stream ends, or that leaves, is not waited for', async () => {
  const served = await serve();
  const gone = await follow(served, 'gone');
  const left = await follow(served, 'left');
  await Promise.all([gone.event(), left.event()]);
  const advanced = served.control('POST /clock/advance', { by: '1h' });
  await Promise.all([gone.event(), left.event()]);
  gone.leave();
  expect((await served.control(`DELETE /followers/${left.id}`)).status).toBe(200);
  expect((await advanced).status).toBe(200);
  expect(await left.event()).toBeUndefined();
  expect(await served.read('/followers')).toEqual({ followers: [] });
  expect((await left.reached({ tick: 2 })).status).toBe(404);
  expect((await served.control('GET /followers/follower-9/events')).body).toMatchObject({
    error: {
      code: 'not_found',
      message: 'There is no follower follower-9. It has left, or did not report in time; join again.',
    },
  });
});

test('wrong reports are refused with the names of their members', async () => {
  const served = await serve();
  const follower = await follow(served, 'shop');
  for (const [report, path] of [
    [{}, 'tick'],
    [{ tick: -1 }, 'tick'],
    [{ tick: 1, nextTimerAt: 'soon' }, 'nextTimerAt'],
    [{ tick: 1, requests: 0.5 }, 'requests'],
    [{ tick: 1, requets: 1 }, 'requets'],
  ] as const) {
    const { status, body } = await follower.reached(report);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(path)]);
  }
  expect((await served.control('POST /followers', { name: '' })).status).toBe(400);
});

test('a program that joins without listening is forgotten with the next reset (EMU-17)', async () => {
  const served = await serve();
  const listening = await follow(served, 'shop');
  await listening.event();
  const { body } = await served.control<{ id: string }>('POST /followers', { name: 'gone' });
  await served.control('POST /reset');
  expect((await served.control(`POST /followers/${body.id}/reached`, { tick: 0 })).status).toBe(404);
  expect((await listening.reached({ tick: 0 })).status).toBe(200);
});

test('timers for which somebody waits in a follower are named in the log (EMU-17)', async () => {
  const warnings: string[] = [];
  const served = await serve({ onWarning: (message) => warnings.push(message) });
  const follower = await follow(served, 'shop');
  await follower.event();
  await follower.reached({ tick: 0, waitingForTime: ['a timer of 500ms at app.py:7'] });
  expect(warnings).toEqual([
    'shop waits for a timer of 500ms at app.py:7. The virtual clock stands still at 2026-03-01T09:00:00.000Z. Advance the clock, with clock.advance() or POST /clock/advance of the control API. To let time pass, start the emulator with --clock system.',
  ]);
});
