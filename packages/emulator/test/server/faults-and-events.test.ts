import { messageRequest, serve } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';

describe('faults over HTTP', () => {
  test('are at most a thousand, and a further one is refused', async () => {
    const { control, emulator } = await serve();
    for (let count = 0; count < 1_000; count++) emulator.addFault({ path: '/account', status: 503 });
    const { status, body } = await control<{ error: { code: string; message: string } }>('POST /faults', {
      status: 503,
    });
    expect([status, body.error.code]).toEqual([409, 'conflict']);
    expect(body.error.message).toContain('1000 faults');
    await control('DELETE /faults/fault-1');
    expect((await control('POST /faults', { status: 503 })).status).toBe(201);
  });

  test('replace the response to the configured number of calls, matched by method and path', async () => {
    const { control, api } = await serve();
    const added = await control('POST /faults', {
      method: 'POST',
      path: '/mess*',
      status: 503,
      headers: { 'Retry-After': '1' },
      times: 2,
    });
    expect(added).toMatchObject({ status: 201, body: { id: expect.any(String) } });
    expect((await api('GET /batch')).status).toBe(200);
    expect((await api('POST /message', messageRequest())).status).toBe(503);
    expect((await api('POST /message', messageRequest())).status).toBe(503);
    expect((await api('POST /message', messageRequest())).status).toBe(200);
    expect((await control<{ messages: unknown[] }>('GET /messages')).body.messages).toHaveLength(1);
  });

  test('cut the connection before or after the call was processed', async () => {
    const { control, api } = await serve();
    const queued = async () => (await control<{ messages: unknown[] }>('GET /messages')).body.messages.length;
    await control('POST /faults', { disconnect: true });
    await expect(api('POST /message', messageRequest())).rejects.toThrow('fetch failed');
    expect(await queued()).toBe(0);
    await control('POST /faults', { disconnect: true, when: 'after' });
    await expect(api('POST /message', messageRequest())).rejects.toThrow('fetch failed');
    expect(await queued()).toBe(1);
  });

  test('return malformed bodies, and can be removed', async () => {
    const { control, api } = await serve();
    await control('POST /faults', { body: '{"messages":[', times: 5 });
    await expect(api('GET /batch')).rejects.toThrow(SyntaxError);
    expect((await control('DELETE /faults')).status).toBe(200);
    expect((await api('GET /batch')).body).toEqual({ batches: [] });
    expect((await control('POST /faults', { status: 99 })).status).toBe(400);
  });

  test.each([{ 'bad name': 'x' }, { '': 'x' }, { 'x-a': 'a\r\nb: c' }, { 'x-a': '\u2713' }])(
    'with headers that cannot be written, %j, are refused',
    async (headers) => {
      const { control, api } = await serve();
      expect(await control('POST /faults', { headers })).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_request' } },
      });
      expect((await api('GET /batch')).status).toBe(200);
    },
  );

  test('never affect the control API', async () => {
    const { control } = await serve();
    await control('POST /faults', { status: 500, times: 10 });
    expect((await control('GET /health')).status).toBe(200);
  });
});

test('GET /events streams every fact with its time, and continues from the last one seen', async () => {
  const { server, control, api } = await serve();
  const read = async (count: number, lastEventId?: string) => {
    const abort = new AbortController();
    const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
    const response = await fetch(`${server.url}/_emulator/events`, { headers, signal: abort.signal });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const events: { id: string; event: string; data: { seq: number; type: string; at: string } }[] = [];
    const collecting = (async () => {
      let text = '';
      for await (const chunk of (response.body as ReadableStream<Uint8Array>).pipeThrough(
        new TextDecoderStream(),
      )) {
        text += chunk;
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const lines = text
            .slice(0, end)
            .split('\n')
            .filter((line) => !line.startsWith(':'));
          text = text.slice(end + 2);
          if (lines.length === 0) continue;
          const fields = Object.fromEntries(
            lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
          );
          events.push({
            id: fields.id ?? '',
            event: fields.event ?? '',
            data: JSON.parse(fields.data ?? ''),
          });
          if (events.length === count) return;
        }
      }
    })();
    return { events, collecting, abort };
  };

  const live = await read(4);
  await api('POST /message', messageRequest({ to: '447700900001' }));
  await live.collecting;
  live.abort.abort();
  expect(live.events.map(({ data }) => data.type)).toEqual([
    'batch-queued',
    'credits-charged',
    'message-sent',
    'message-delivered',
  ]);
  expect(live.events[0]).toMatchObject({ event: 'fact', data: { at: '2026-03-01T09:00:00.000Z' } });
  expect(live.events.map(({ id, data }) => Number(id) === data.seq)).not.toContain(false);

  const again = await read(2, live.events[1]?.id);
  await again.collecting;
  again.abort.abort();
  expect(again.events).toEqual(live.events.slice(2));
  expect((await control('GET /health')).status).toBe(200);
});
