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

  test('cut the connection before or after the call was processed', async () => {
    const { control, read, api } = await serve();
    const queued = async () => (await read<{ messages: unknown[] }>('/messages')).messages.length;
    await control('POST /faults', { disconnect: true });
    await expect(api('POST /message', messageRequest())).rejects.toThrow('fetch failed');
    expect(await queued()).toBe(0);
    await control('POST /faults', { disconnect: true, when: 'after' });
    await expect(api('POST /message', messageRequest())).rejects.toThrow('fetch failed');
    expect(await queued()).toBe(1);
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
});
