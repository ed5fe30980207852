import {
  createEmulator,
  type Emulator,
  type EmulatorEvent,
  type EmulatorOptions,
  type MessageView,
} from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { messageRequest as message, request, START } from '@messaging-service/test-support';
import { describe, expect, onTestFinished, test } from 'vitest';

/** The same controls, in process or over HTTP. A refusal is an error with the words of the emulator. */
interface Face {
  mark(): Promise<string>;
  bodies(query: { since?: string }): Promise<string[]>;
  wait(query: { since?: string; pattern?: string; timeout: number }): Promise<Awaited>;
  reset(ids?: 'fresh' | 'repeat'): Promise<void>;
  addFault(fault: object): Promise<string>;
  hits(id: string): Promise<number | undefined>;
  setCarrier(settings: object): Promise<void>;
  next(): Promise<{ now: string; ran: number }>;
  snapshotAndRestore(): Promise<void>;
}

interface Awaited {
  body: string;
  match: string[] | null;
  groups: Record<string, string> | null;
}

const FACES: readonly (readonly [string, (emulator: Emulator, url: string) => Face])[] = [
  [
    'in process',
    (emulator) => ({
      mark: async () => emulator.mark(),
      bodies: async (query) => emulator.messages(query).map(({ body }) => body),
      wait: ({ pattern, ...query }) =>
        emulator.waitForMessage({ ...query, match: pattern === undefined ? undefined : new RegExp(pattern) }),
      reset: async (ids) => emulator.reset({ ids }),
      addFault: async (fault) => emulator.addFault(fault).id,
      hits: async (id) => emulator.faults().find((fault) => fault.id === id)?.hits,
      setCarrier: async (settings) => emulator.setCarrier(settings),
      next: async () => {
        const { now, ran } = await emulator.clock.next();
        return { now: now.toISOString(), ran };
      },
      snapshotAndRestore: async () => emulator.restore(emulator.snapshot()),
    }),
  ],
  [
    'over HTTP',
    (_, url) => {
      const call = async <Body>(name: string, body?: unknown): Promise<Body> => {
        const answer = await request<Body>(`${url}/_emulator`, name, body);
        if (answer.status < 300) return answer.body;
        throw new Error((answer.body as { error: { message: string } }).error.message);
      };
      const query = (values: object) =>
        new URLSearchParams(
          Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]),
        );
      return {
        mark: async () => (await call<{ mark: string }>('GET /mark')).mark,
        bodies: async (values) =>
          (await call<{ messages: MessageView[] }>(`GET /messages?${query(values).toString()}`)).messages.map(
            ({ body }) => body,
          ),
        wait: (values) => call<Awaited>(`GET /messages/wait?${query(values).toString()}`),
        reset: (ids) => call('POST /reset', { ids }),
        addFault: async (fault) => (await call<{ id: string }>('POST /faults', fault)).id,
        hits: async (id) =>
          (await call<{ faults: { id: string; hits: number }[] }>('GET /faults')).faults.find(
            (fault) => fault.id === id,
          )?.hits,
        setCarrier: (settings) => call('PUT /carrier', settings),
        next: () => call('POST /clock/next'),
        snapshotAndRestore: async () => call('PUT /snapshot', await call('GET /snapshot')),
      };
    },
  ],
];

describe.each(FACES)('controls %s', (_, createFace) => {
  async function begin(options: EmulatorOptions = {}) {
    const emulator = createEmulator({ now: START, ...options });
    const server = await listen(emulator);
    onTestFinished(async () => {
      await server.close();
      emulator.close();
    });
    const { apiKey } = emulator.account;
    const send = async (overrides: object = {}) => {
      const answer = await emulator.fetch(`${emulator.baseUrl}/message?key=${apiKey}`, {
        method: 'POST',
        body: JSON.stringify(message(overrides)),
      });
      return { status: answer.status, body: (await answer.json()) as { error?: { code: string } } };
    };
    return { emulator, server, send, face: createFace(emulator, server.url) };
  }

  test('a wait since a mark never returns an older message, although time stands still (EMU-16)', async () => {
    const { send, face } = await begin();
    await send({ body: 'code 111111' });
    const since = await face.mark();
    await expect(face.wait({ since, timeout: 5 })).rejects.toThrow('since the mark');
    const waited = face.wait({ since, pattern: '(?<code>\\d{6})', timeout: 5_000 });
    await send({ body: 'code 222222' });
    expect(await waited).toMatchObject({
      body: 'code 222222',
      match: ['222222', '222222'],
      groups: { code: '222222' },
    });
    expect(await face.bodies({ since })).toEqual(['code 222222']);
    expect(await face.bodies({})).toEqual(['code 111111', 'code 222222']);
  });

  test('a scheduled message comes after a mark when it comes due after it (EMU-16)', async () => {
    const { send, face } = await begin();
    await send({ body: 'later', send_at: '2026-03-01T10:00Z' });
    const since = await face.mark();
    expect(await face.bodies({ since })).toEqual([]);
    expect(await face.next()).toMatchObject({ now: '2026-03-01T10:00:00.000Z' });
    expect(await face.bodies({ since })).toEqual(['later']);
    expect(await face.bodies({ since: await face.mark() })).toEqual([]);
  });

  test('a mark of before a reset or a restore excludes nothing that comes after it (EMU-16)', async () => {
    const { send, face } = await begin();
    for (const body of ['a', 'b', 'c']) await send({ body });
    const since = await face.mark();
    await face.reset();
    await send({ body: 'd' });
    expect(await face.bodies({ since })).toEqual(['d']);
    await face.snapshotAndRestore();
    await send({ body: 'e' });
    expect(await face.bodies({ since })).toEqual(['d', 'e']);
    for (const mark of ['', '1', 'x-1-2']) {
      await expect(face.bodies({ since: mark })).rejects.toThrow('since must be a mark');
    }
  });

  test('no identifier comes twice after a reset, and the same resets give the same ones (EMU-8)', async () => {
    const run = async () => {
      const { emulator, send, face } = await begin();
      const { account, organization } = emulator;
      const uuids: string[] = [];
      for (let round = 0; round < 3; round++) {
        for (let count = 0; count < 5; count++) await send();
        uuids.push(...emulator.messages().flatMap(({ messageUuid, batchUuid }) => [messageUuid, batchUuid]));
        await face.reset();
        expect(emulator.account).toEqual(account);
        expect(emulator.organization).toEqual(organization);
      }
      await face.reset('repeat');
      for (let count = 0; count < 5; count++) await send();
      expect(emulator.messages()[0]?.messageUuid).toBe(uuids[0]);
      return uuids;
    };
    const first = await run();
    expect(new Set(first).size).toBe(30);
    expect(await run()).toEqual(first);
  });

  test('a fault names an operation and an error code, and counts its hits (EMU-6)', async () => {
    const { emulator, send, face } = await begin({ statuses: { insufficient_credits: 422 } });
    const id = await face.addFault({ operation: 'messages.send', code: 'insufficient_credits' });
    const other = await face.addFault({ operation: 'batches.send', code: 'payload_too_large' });
    expect((await emulator.fetch(`${emulator.baseUrl}/batch?key=${emulator.account.apiKey}`)).status).toBe(
      200,
    );
    expect(await send()).toMatchObject({ status: 422, body: { error: { code: 'insufficient_credits' } } });
    expect(await send()).toMatchObject({ status: 200 });
    expect(await face.hits(id)).toBe(1);
    expect(await face.hits(other)).toBe(0);
  });

  test.each([
    [{}, 'names nothing to do'],
    [{ path: '/message' }, 'names nothing to do'],
    [{ path: '/mesage', status: 500 }, 'did you mean "/message"?'],
    [{ path: '/x*/y', status: 500 }, 'path must match a path of the public API; got "/x*/y"'],
    [{ method: 'GTE', status: 500 }, 'did you mean "GET"?'],
    [{ method: 'PATCH', path: '/message', status: 500 }, 'which takes POST; got PATCH'],
    [{ method: 'DELETE', path: '/message', status: 500 }, 'which takes POST; got DELETE'],
    [{ operation: 'message.send', status: 500 }, 'did you mean "messages.send"?'],
    [{ operation: 'messages.send', path: '/message', status: 500 }, 'goes without "method" and "path"'],
    [{ code: 'insufficient_credit' }, 'did you mean "insufficient_credits"?'],
    [{ code: 'invalid_key', status: 401 }, 'goes without "status" and "body"'],
    [{ staus: 500 }, 'staus'],
    [{ delay: '3 s' }, 'got "3 s"'],
  ])('the fault %j is refused (EMU-6)', async (fault, words) => {
    const { face } = await begin();
    await expect(face.addFault(fault)).rejects.toThrow(words);
  });

  test.each(['/message', '*', '/batch/*', '/ac*', '/batch/6f2c548e-81e3-435f-bf2c-f5beaa5f01af', '*/topup'])(
    'the path %s of a fault can match a call (EMU-6)',
    async (path) => {
      const { face } = await begin();
      expect(await face.addFault({ path, status: 500 })).toBe('fault-1');
    },
  );

  test('rules of the carrier override test numbers, stay until others come, and survive a snapshot (EMU-1)', async () => {
    const { emulator, send, face } = await begin();
    const outcomeOf = async (to: string) => {
      await send({ to });
      const { state, receipt } = emulator.messages().at(-1) as MessageView;
      return receipt === null || state === 'delivered' ? state : `${state} ${receipt.code}`;
    };
    await face.setCarrier({
      rules: [
        { to: '+447700900001', outcome: 'deliver' },
        { to: '4477009000*', outcome: 'fail', code: '2' },
        { to: '447700900123', outcome: 'hold' },
      ],
    });
    expect(await outcomeOf('447700900001')).toBe('delivered');
    expect(await outcomeOf('447700900002')).toBe('failed 2');
    await face.setCarrier({ outcome: 'fail' });
    await face.snapshotAndRestore();
    expect(await outcomeOf('447700900123')).toBe('sent');
    expect(await outcomeOf('15551234567')).toBe('failed 22');
    await face.setCarrier({ rules: [] });
    expect(await outcomeOf('447700900002')).toBe('delivered');
    await face.setCarrier({ outcome: 'fail', rules: [{ outcome: 'fail', to: '*' }] });
    await face.reset();
    expect(await outcomeOf('447700900002')).toBe('delivered');
  });

  test.each([
    [{ rules: [{ to: 'x', outcome: 'fail' }] }, 'rules.0.to'],
    [{ rules: [{ to: '1', outcome: 'fail', cod: '2' }] }, 'did you mean "code"?'],
    [{ after: '3 s' }, 'must be a duration such as "3s" or 3000 (milliseconds); got "3 s"'],
    [{ rules: Array.from({ length: 101 }, () => ({ outcome: 'fail' })) }, 'at most 100 rules'],
  ])('the carrier settings %# are refused (EMU-1)', async (settings, words) => {
    const { face } = await begin();
    await expect(face.setCarrier(settings)).rejects.toThrow(words);
  });

  test('a wait that ends without a message lists those there are, and says that time stands still (EMU-9)', async () => {
    const { send, face } = await begin();
    await send({ body: 'Hello' });
    await send({ body: 'later', send_at: '2026-03-01T10:00Z' });
    const waited = face.wait({ pattern: '\\d{6}', timeout: 5 });
    await expect(waited).rejects.toThrow('sent: DEMO → 447700900700 "Hello"');
    await expect(waited).rejects.toThrow('the next job is due at 2026-03-01T10:00:00.000Z');
  });
});

test('sandboxes have their own identifiers, names and control addresses, and are listed (EMU-5)', async () => {
  const emulator = createEmulator({ now: START });
  const server = await listen(emulator);
  onTestFinished(async () => {
    await server.close();
    emulator.close();
  });
  interface Sandbox {
    id: string;
    name: string;
    controlUrl: string;
    account: { identifier: string; apiKey: string };
  }
  const create = async (body: object) =>
    (await request<Sandbox>(server.url, 'POST /_emulator/sandboxes', body)).body;
  const named = await create({ name: 'worker 1' });
  const seeded = [await create({ seed: 3 }), await create({ seed: 3 })];
  const local = emulator.sandbox({ name: 'local' });
  const uuids = [emulator.account, named.account, local.account].map(({ identifier }) => identifier);
  expect(new Set(uuids).size).toBe(3);
  expect(seeded[0]?.account.identifier).toBe(seeded[1]?.account.identifier);
  expect(await request(named.controlUrl, 'GET /health')).toMatchObject({ status: 200 });
  const { body } = await request<{ sandboxes: Sandbox[] }>(server.url, 'GET /_emulator/sandboxes');
  expect(body.sandboxes.map(({ name }) => name)).toEqual(['worker 1', 'sandbox-2', 'sandbox-3', 'local']);
  expect(body.sandboxes[0]).toMatchObject({ ...named, mode: 'virtual' });
  // Calls find a sandbox by its key, on the server and in the process.
  for (const send of [fetch, emulator.fetch, local.fetch]) {
    const base = send === fetch ? server.url : emulator.baseUrl;
    const payload = JSON.stringify(message());
    await send(`${base}/message?key=${local.account.apiKey}`, { method: 'POST', body: payload });
  }
  expect(local.messages()).toHaveLength(3);
  expect(emulator.messages()).toEqual([]);
  local.close();
  expect(await request(server.url, 'GET /_emulator/sandboxes/sandbox-4')).toMatchObject({ status: 404 });
  const wrong = await request<{ error: { message: string } }>(server.url, 'POST /_emulator/sandboxes', {
    clok: 'virtual',
  });
  expect([wrong.status, wrong.body.error.message]).toEqual([
    400,
    expect.stringContaining('did you mean "clock"?'),
  ]);
});

test('each start of a server has an instance of its own (EMU-15)', async () => {
  const instances = new Set<string>();
  for (let start = 0; start < 2; start++) {
    const emulator = createEmulator();
    const server = await listen(emulator);
    const health = await request<{ instance: string }>(server.url, 'GET /_emulator/health');
    instances.add(health.body.instance);
    await request(server.url, 'POST /_emulator/reset');
    instances.add((await request<{ instance: string }>(server.url, 'GET /_emulator/health')).body.instance);
    await server.close();
    emulator.close();
  }
  expect(instances.size).toBe(2);
});

describe('events', () => {
  /** The clock events and the facts of messages, in the order in which they came. */
  const inShort = ({ event, data }: Pick<EmulatorEvent, 'event' | 'data'>) =>
    'mode' in data ? `clock ${String(data.now).slice(11, 19)}` : 'type' in data ? data.type : event;

  async function live(emulator: Emulator): Promise<void> {
    const body = JSON.stringify(message({ to: '447700900001', send_at: '2026-03-01T10:00Z' }));
    await emulator.fetch(`${emulator.baseUrl}/message?key=${emulator.account.apiKey}`, {
      method: 'POST',
      body,
    });
    await emulator.clock.advance('2h');
    emulator.reset();
  }

  const EXPECTED = [
    'clock 10:00:00',
    'message-sent',
    'clock 10:00:05',
    'message-delivered',
    'clock 11:00:00',
    'clock 09:00:00',
  ];
  const isOfInterest = (short: string) => EXPECTED.includes(short);

  test('show each instant that an advance visits before its facts, in process (EMU-11)', async () => {
    const emulator = createEmulator({ now: START, carrier: { after: '5s' } });
    const events = emulator.events();
    await live(emulator);
    emulator.close();
    const seen: string[] = [];
    for await (const event of events) seen.push(inShort(event));
    expect(seen.filter(isOfInterest)).toEqual(EXPECTED);
  });

  test('show the same over HTTP (EMU-11)', async () => {
    const emulator = createEmulator({ now: START, carrier: { after: '5s' } });
    const server = await listen(emulator);
    const response = await fetch(`${server.url}/_emulator/events`);
    await live(emulator);
    await server.close();
    emulator.close();
    const text = await response.text();
    const seen = [...text.matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(([, event, data]) =>
      inShort({ event, data: JSON.parse(data as string) as unknown } as EmulatorEvent),
    );
    expect(seen.filter(isOfInterest)).toEqual(EXPECTED);
  });

  test('a reader in process that does not keep up gets the event lagged, and the stream ends (EMU-11)', async () => {
    const emulator = createEmulator({ now: START });
    const events = emulator.events();
    for (let count = 0; count < 10_001; count++) emulator.setSharedSenders([`POOL${count}`]);
    const seen: EmulatorEvent[] = [];
    for await (const event of events) seen.push(event);
    expect(seen.map(({ event }) => event)).toEqual(['lagged']);
  });
});
