import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Endpoint, StatusResponse } from '../../src/control-api/endpoint.ts';
import { SERVICE_ENDPOINTS } from '../../src/control-api/endpoints.ts';
import { Rejection } from '../../src/domain/state/rejection.ts';
import { createEmulator, type Emulator } from '../../src/index.ts';
import { handleLogged } from '../../src/public-api/request-log.ts';
import { validateInput } from '../../src/runtime/options/input-check.ts';
import { milliseconds } from '../../src/runtime/options/resolve-options.ts';

const NUMBERS = ['447700900001', '447700900002', '447700900700', '447700900822'];
const STATUSES = [200, 500, 404, 200, 500];
const HOOKS = 'https://shop.test/hooks';

type Act = (emulator: Emulator) => unknown;

/** Calls the public API through the log, as a server does. */
async function call({ service, account }: Emulator, method: string, path: string, body?: object) {
  const url = `${path}?key=${account.apiKey}`;
  await handleLogged(service, { method, url, body: body === undefined ? '' : JSON.stringify(body) });
}

/** A refusal is one more thing that can happen. */
const unlessRefused =
  (act: Act): Act =>
  async (emulator) => {
    try {
      await act(emulator);
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
    }
  };

const small = fc.nat({ max: 3 });
const sending = fc.record({ to: small, minutes: fc.nat({ max: 90 }), isOwn: fc.boolean() });
const acts: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: sending.map(
      ({ to, minutes, isOwn }): Act =>
        async (emulator) => {
          const from = isOwn ? { type: 'custom', value: 'DEMO' } : { type: 'shared' };
          const at = new Date(emulator.clock.now().getTime() + minutes * 60_000).toISOString();
          const later = minutes > 30 ? { send_at: at } : {};
          const message = { to: NUMBERS[to], from, body: `Text ${to}`, callback: HOOKS, ...later };
          await call(emulator, 'POST', '/message', { messages: [message] });
        },
    ),
  },
  fc.constant<Act>((emulator) => call(emulator, 'POST', '/message', { messages: [{ to: '447700900001' }] })),
  small.map(
    (from): Act =>
      unlessRefused((emulator) => emulator.handset(NUMBERS[from] ?? '').reply('YES', { to: 'DEMO' })),
  ),
  small.map(
    (which): Act =>
      unlessRefused((emulator) => emulator.fail(emulator.messages()[which]?.messageUuid ?? 'none')),
  ),
  small.map(
    (which): Act =>
      unlessRefused((emulator) => emulator.resendWebhook(emulator.webhooks()[which]?.id ?? 'none')),
  ),
  small.map(
    (which): Act =>
      async (emulator) => {
        const batch = emulator.messages({ state: 'scheduled' })[which]?.batchUuid ?? 'none';
        await call(emulator, 'DELETE', `/batch/${batch}`);
      },
  ),
  fc.constantFrom<Act>(
    (emulator) => emulator.addFault({ operation: 'messages.send', status: 503, times: 1 }),
    (emulator) => emulator.addFault({ webhook: 'delivery-receipt', set: { extra: 1 }, times: 2 }),
    (emulator) => emulator.clearFaults(),
    (emulator) => emulator.setCarrier({ outcome: 'fail', code: '30', after: '5m' }),
    (emulator) => emulator.setCarrier({ outcome: 'deliver', after: '10m' }),
    (emulator) => emulator.createOrganization({ name: 'Other' }),
    (emulator) =>
      emulator.createNotification(emulator.account.identifier, {
        url: HOOKS,
        threshold_type: 'paid_fixed_number',
        threshold_value: 995,
      }),
    unlessRefused((emulator) => emulator.registerSender(emulator.account.identifier, 'SHOP')),
    (emulator) => emulator.setSharedSenders(['447700900980', '447700900981']),
  ),
  fc.constantFrom('30s', '10m', '2h').map(
    (by): Act =>
      (emulator) =>
        emulator.clock.advance(by),
  ),
);

function createWorld(): Emulator {
  let attempts = 0;
  const fetch = () => {
    const status = STATUSES[attempts++ % STATUSES.length] ?? 200;
    return Promise.resolve(
      new Response(`Response ${attempts}`, { status, headers: { 'x-attempt': `${attempts}` } }),
    );
  };
  return createEmulator({
    now: '2026-03-01T09:00Z',
    accounts: [{ senders: ['DEMO'], credits: 1_000 }],
    webhooks: { fetch, retryDelays: ['1m', '1h'] },
  });
}

const SERVER = { instance: 'one', version: '1', startedAt: 'then', problem: () => undefined };

/** Rows that are not about the state, each with its reason. */
const NOT_COMPARED = new Set([
  // A mark is opaque. It counts at most as the moment of the undo, which another test proves.
  '/mark',
  // The list of moves is what an undo changes.
  '/clock/moves',
  // It waits, or returns what the list of messages has.
  '/messages/wait',
  // Streams.
  '/events',
  '/followers/{id}/events',
]);

type Json = Readonly<Record<string, unknown>>;

/** Everything that the control API shows, by call. A row of its table that needs an unknown identifier is an error. */
async function everything(emulator: Emulator): Promise<Map<string, unknown>> {
  const { service } = emulator;
  const shown = new Map<string, unknown>();
  const rows = SERVICE_ENDPOINTS.filter(({ method, path }) => method === 'GET' && !NOT_COMPARED.has(path));
  const read = async (row: Endpoint, id = '', query: Json = {}) => {
    const checked = validateInput(row.query, query);
    if (!checked.ok) throw new Error(`${row.path} ${JSON.stringify(checked.issues)}`);
    const call = { service, server: SERVER, id, query: checked.value, body: undefined } as object;
    const result = await row.run(call as Parameters<Endpoint['run']>[0]);
    shown.set(`${row.path.replace('{id}', id)} ${JSON.stringify(query)}`, bodyOf(result));
  };
  const idsOf = (call: string, member: string, id: string) =>
    (shown.get(`${call} {}`) as Readonly<Record<string, Json[]>>)[member]?.map((entry) =>
      String(entry[id]),
    ) ?? [];
  const isAbout = (row: Endpoint) => row.path === '/related' || row.path.includes('{id}');
  for (const row of rows.filter((each) => !isAbout(each))) {
    await read(row);
    if (validateInput(row.query, { offset: '0' }).ok) await read(row, '', { offset: '0' });
  }
  const ids: Readonly<Record<string, readonly string[]>> = {
    messages: idsOf('/messages', 'messages', 'messageUuid'),
    batches: [...new Set(idsOf('/messages', 'messages', 'batchUuid'))],
    webhooks: idsOf('/webhooks', 'deliveries', 'id'),
    handsets: idsOf('/handsets', 'handsets', 'number'),
    accounts: idsOf('/accounts', 'accounts', 'identifier'),
    requests: idsOf('/requests', 'requests', 'id'),
  };
  const KINDS = {
    message: 'messages',
    batch: 'batches',
    webhook: 'webhooks',
    phone: 'handsets',
    account: 'accounts',
    request: 'requests',
  };
  for (const row of rows.filter(isAbout)) {
    const queries: Readonly<Record<string, Json>> = {
      '/requests/{id}/code': { baseUrl: 'http://x', ids: 'same' },
    };
    if (row.path === '/related') {
      for (const [kind, list] of Object.entries(KINDS))
        for (const id of ids[list] ?? []) await read(row, '', { kind, id });
      for (const id of idsOf('/jobs', 'jobs', 'id')) await read(row, '', { kind: 'job', id });
      continue;
    }
    const list = ids[row.path.split('/')[1] ?? ''];
    if (list === undefined) throw new Error(`The test does not know how to read ${row.path}.`);
    for (const id of list) await read(row, id, queries[row.path]);
  }
  return shown;
}

/** The body of a response, without the position of a reader, which is opaque like a mark. */
function bodyOf(result: unknown): unknown {
  const text = Array.isArray(result)
    ? result.join('')
    : JSON.stringify(result instanceof StatusResponse ? result.body : result);
  const { cursor: _, ...body } = JSON.parse(text) as Json;
  return body;
}

describe('after any history', () => {
  test('the undo of a move restores everything that the control API shows, whatever has happened since (EMU-3)', async () => {
    const histories = fc.record({
      before: fc.array(acts, { minLength: 3, maxLength: 12 }),
      by: fc.constantFrom('1s', '1m', '10m', '1h', '3h'),
      after: fc.array(acts, { maxLength: 5 }),
    });
    let compared = 0;
    const property = fc.asyncProperty(histories, async ({ before, by, after }) => {
      const emulator = createWorld();
      for (const act of before) await act(emulator);
      await emulator.settle();
      const { moves, timeline, core } = emulator.service;
      const shown = await everything(emulator);
      const move = await moves.make(() => timeline.advanceTo(core.driver.now() + milliseconds(by), {}));
      for (const act of after) await act(emulator);
      await emulator.settle();
      await moves.undo(move.id ?? '');
      const restored = await everything(emulator);
      expect([...restored.keys()]).toEqual([...shown.keys()]);
      for (const [name, body] of shown) expect([name, restored.get(name)]).toEqual([name, body]);
      compared += shown.size;
    });
    await fc.assert(property, { numRuns: 60 });
    expect(compared).toBeGreaterThan(1_000);
  });
});
