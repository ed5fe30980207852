import { mulberry32, openReceiver } from '@messaging-service/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { ServerProcess } from '../server-process.ts';
import { Caller } from './caller.ts';
import { AccountLedger } from './ledger.ts';
import { PipelinedConnection } from './pipelined.ts';

const SEED = Number(process.env.SOAK_SEED ?? 20_260_101);
const ACCOUNTS = 8;
const CALLS_A_ROUND = 125;
const ROUNDS = Number(process.env.SOAK_ROUNDS ?? 110);
const START = Date.parse('2026-01-01T09:00:00Z');
const STEP_MS = 4 * 60_000;

interface ListedAccount {
  readonly identifier: string;
  readonly credits: number;
  readonly held_credits: number;
  readonly paid_credits: { readonly remaining: number };
}

interface Page {
  readonly messages: readonly {
    readonly state: string;
    readonly messageUuid: string;
    readonly callback: string | null;
  }[];
  readonly next: string | null;
}

const identifierOf = (index: number) => `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`;
const keyOf = (index: number) => String(index + 1).padStart(32, '5');

/** A receiver that refuses the first attempt of each receipt sent to `/flaky`, and counts all attempts. */
async function countingReceiver() {
  const receipts = new Map<string, number>();
  const inbound = new Map<string, number>();
  const receiver = await openReceiver((response, { path, body }) => {
    const payload = body as { messageuuid?: string; mo_uuid?: string };
    const counts = payload.messageuuid === undefined ? inbound : receipts;
    const id = payload.messageuuid ?? payload.mo_uuid ?? '';
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    response.writeHead(path === '/flaky' && count === 1 ? 500 : 200).end();
  });
  onTestFinished(() => receiver[Symbol.asyncDispose]());
  return { url: receiver.url, receipts, inbound };
}

async function messagesOf(server: ServerProcess, identifier: string): Promise<Page['messages'][number][]> {
  const messages: Page['messages'][number][] = [];
  let cursor = '';
  for (;;) {
    const { body } = await server.control<Page>(`GET /messages?account=${identifier}&limit=1000${cursor}`);
    messages.push(...body.messages);
    if (body.next === null) return messages;
    cursor = `&cursor=${body.next}`;
  }
}

test(`${ACCOUNTS * CALLS_A_ROUND * ROUNDS} mixed calls leave exactly what the test's own ledger says (seed ${SEED})`, async () => {
  const receiver = await countingReceiver();
  const accounts = Array.from({ length: ACCOUNTS }, (_, index) => ({
    name: `Account ${index}`,
    identifier: identifierOf(index),
    apiKey: keyOf(index),
    senders: [`SHOP${index}`],
    credits: 500,
    mo: { mo_webhook_url: `${receiver.url}/ok` },
  }));
  const server = await ServerProcess.start({ config: { accounts } });
  onTestFinished(() => server.kill());
  let now = START;
  const ledgers = accounts.map(({ credits }) => new AccountLedger(credits));
  const callers = accounts.map(
    ({ identifier, apiKey, senders }, index) =>
      new Caller({
        index,
        identifier,
        accountKey: apiKey,
        organizationKey: server.organizationKey,
        sender: senders[0] ?? '',
        receiver: receiver.url,
        random: mulberry32(SEED + index),
        ledger: ledgers[index] as AccountLedger,
        now: () => now,
      }),
  );
  async function moveTo(instant: number): Promise<void> {
    now = instant;
    const { status } = await server.control('POST /clock/advance', { to: new Date(now).toISOString() });
    expect(status).toBe(200);
    for (const ledger of ledgers) ledger.passTo(now);
  }

  const startedAt = performance.now();
  for (let round = 0; round < ROUNDS; round++) {
    const surprises = await Promise.all(
      callers.map(async (caller) => {
        // A new connection for each round: the server closes those that are idle while the clock moves.
        const connection = await PipelinedConnection.open(server.port);
        const found = await connection.make(Array.from({ length: CALLS_A_ROUND }, () => caller.next()));
        connection.close();
        return found;
      }),
    );
    expect(surprises.flat().slice(0, 3), `round ${round}`).toEqual([]);
    await moveTo(now + STEP_MS);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  process.stdout.write(`${ACCOUNTS * CALLS_A_ROUND * ROUNDS} calls in ${seconds.toFixed(1)} s\n`);
  // Long enough for every retry.
  await moveTo(now + 2 * 24 * 60 * 60_000);

  const { body } = await server.api<{ accounts: ListedAccount[] }>(
    'GET /account',
    undefined,
    server.organizationKey,
  );
  const expectedAttempts = new Map<string, number>();
  for (const [index, ledger] of ledgers.entries()) {
    const account = body.accounts.find(({ identifier }) => identifier === identifierOf(index));
    expect(account).toMatchObject({
      credits: ledger.paid - ledger.held,
      held_credits: ledger.held,
      paid_credits: { remaining: ledger.paid },
    });
    const messages = await messagesOf(server, identifierOf(index));
    const count = (state: string) => messages.filter((one) => one.state === state).length;
    expect({
      scheduled: count('scheduled'),
      sent: count('sent'),
      delivered: count('delivered'),
      failed: count('failed'),
      all: messages.length,
    }).toEqual({
      scheduled: ledger.scheduled,
      sent: ledger.sent,
      delivered: ledger.delivered,
      failed: ledger.failed,
      all: ledger.scheduled + ledger.sent + ledger.delivered + ledger.failed,
    });
    for (const { messageUuid, state, callback } of messages)
      if (callback !== null && (state === 'delivered' || state === 'failed'))
        expectedAttempts.set(messageUuid, callback.endsWith('/flaky') ? 2 : 1);
  }
  // Each receipt came once, or once more where the first attempt was refused; nothing else came.
  expect(expectedAttempts.size).toBeGreaterThan(10 * ROUNDS);
  expect(Object.fromEntries(receiver.receipts)).toEqual(Object.fromEntries(expectedAttempts));
  expect(receiver.inbound.size).toBe(ledgers.reduce((sum, { inbound }) => sum + inbound, 0));
  expect([...receiver.inbound.values()].every((count) => count === 1)).toBe(true);
  expect(server.stderr).toBe('');
});
