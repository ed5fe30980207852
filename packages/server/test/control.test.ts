import { api, START, serve } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';
import { raw } from './raw.ts';

test('calls that arrive together on one connection take effect in their order, in both APIs', async () => {
  const served = await serve();
  const call = (line: string, headers = '') => `${line} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;
  const answers = await raw(
    served,
    `${call('GET /nowhere')}${call('GET /_emulator/requests', 'Connection: close\r\n')}`,
  );
  expect(answers).toContain('"url":"/nowhere"');
});

describe('control API: time', () => {
  test('health and clock show the current time and the mode of the clock', async () => {
    const { control } = await serve();
    expect(await control('GET /health')).toEqual({
      status: 200,
      body: {
        status: 'ok',
        now: START,
        mode: 'virtual',
        clock: 'virtual',
        instance: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
        startedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      },
    });
    expect(await control('GET /clock')).toEqual({ status: 200, body: { now: START, mode: 'virtual' } });
  });

  test('each start of a server has a different instance, which a reset does not change (EMU-15)', async () => {
    const instances: string[] = [];
    for (const { control } of [await serve(), await serve()]) {
      for (let call = 0; call < 2; call++) {
        instances.push((await control<{ instance: string }>('GET /health')).body.instance);
        await control('POST /reset');
      }
    }
    const [first, afterReset, second] = instances;
    expect(afterReset).toBe(first);
    expect(second).not.toBe(first);
  });

  test.each([
    ['nothing', {}],
    ['both', { by: '1m', to: START }],
    ['no duration', { by: 'soon' }],
    ['a negative duration', { by: -1 }],
    ['no instant', { to: 'tomorrow' }],
    ['an instant before the current time', { to: '2025-12-31T00:00Z' }],
    ['an unknown member', { by: '1m', for: 1 }],
    ['no instants at all', { by: '1m', maxInstants: 0 }],
    ['a limit that is not a duration', { by: '1m', timeout: 'long' }],
  ])('advance refuses %s', async (_, body) => {
    const { control } = await serve();
    const answer = await control<{ error: { code: string } }>('POST /clock/advance', body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
  });
});

describe('control API: actions without an operation of the public API', () => {
  test('a sender ID is added with 201, found with 200 when the account owns it, and refused with 409 to others (SND-8)', async () => {
    const { control, accountUuid, emulator } = await serve();
    const { identifier } = await api.createAccount(emulator);
    const add = async (uuid: string) =>
      (await control(`POST /accounts/${uuid}/senders`, { sender: 'SHOP' })).status;
    expect([await add(accountUuid), await add(accountUuid), await add(identifier)]).toEqual([201, 200, 409]);
  });

  test.each(['447700900001', '+447700900001', 447_700_900_001])(
    'inbound takes the handset as %j',
    async (from) => {
      const { control, accountUuid } = await serve();
      const answer = await control('POST /inbound', { from, to: 'DEMO', message: 'Hello', channel: 'rcs' });
      expect(answer).toMatchObject({
        status: 200,
        body: {
          account_uuid: accountUuid,
          from: 447_700_900_001,
          to: 'DEMO',
          message: 'Hello',
          channel: 'rcs',
          batch_uuid: null,
        },
      });
    },
  );
});
