import { expect, test, vi } from 'vitest';
import { type Agent, connectOverStdio, REVISIONS, type Revision, send, serveAgent } from './agents.ts';

/** An agent, and the end of its emulator. */
interface StoppableAgent extends Agent {
  stop(): Promise<void>;
}

type Open = (revision: Revision) => Promise<StoppableAgent>;

/** An agent over each transport and in each revision, for a service whose account has a schedule each minute. */
const WAYS = REVISIONS.flatMap((revision): [string, Revision, Open][] => [
  ['HTTP', revision, openOverHttp],
  ['standard input and output', revision, openOverStdio],
]);

const MINUTELY = [
  {
    senders: ['DEMO'],
    packagedCredits: 1,
    schedule: '* * * * *',
    packaged_credits: { schedule_refill: true },
  },
];

async function openOverHttp(revision: Revision) {
  const served = await serveAgent({ accounts: MINUTELY }, { revision });
  return { ...served, stop: () => served.server.close() };
}

async function openOverStdio(revision: Revision) {
  const { server } = await serveAgent({ accounts: MINUTELY });
  const agent = await connectOverStdio([], { revision, env: { MESSAGING_EMULATOR_URL: server.url } });
  return { ...agent, stop: () => server.close() };
}

test.each(WAYS)(
  'a long advance reports its progress over %s, revision %s (EMU-40)',
  async (_, revision, open) => {
    const agent = await open(revision);
    const reports: { progress: number; total?: number | undefined; message?: string | undefined }[] = [];
    const advancing = agent.call(
      'advance_clock',
      { by: '3650d' },
      {
        onprogress: (progress) => reports.push(progress),
        resetTimeoutOnProgress: true,
        signal: stopAfter(reports, 3),
      },
    );
    await expect(advancing).rejects.toThrow();
    const steps = reports.map(({ progress }) => progress);
    expect(steps).toEqual([...new Set(steps)].toSorted((a, b) => a - b));
    expect(reports[0]).toMatchObject({ total: 3650 * 86_400_000 });
    expect(reports[0]?.message).toMatch(/^The clock is at 20\d\d-.*, after [\d]+ instants\.$/);
  },
);

/** A signal that is aborted once there are as many reports. */
function stopAfter(reports: readonly unknown[], count: number): AbortSignal {
  const stop = new AbortController();
  void vi.waitFor(
    () => {
      if (reports.length < count) throw new Error('There are fewer reports.');
      stop.abort(new Error('stopped'));
    },
    { timeout: 50_000 },
  );
  return stop.signal;
}

test.each(WAYS)(
  'an advance that is cancelled ends where it is, over %s, revision %s (EMU-3)',
  async (_, revision, open) => {
    const agent = await open(revision);
    const stop = new AbortController();
    const advancing = agent.call(
      'advance_clock',
      { by: '3650d' },
      { onprogress: () => stop.abort(new Error('cancelled')), signal: stop.signal },
    );
    await expect(advancing).rejects.toThrow('cancelled');
    // Moves run one after another, so this one begins when the other has ended.
    const { data } = await agent.call('advance_clock', { by: '1m' });
    expect(Date.parse(String(data.now))).toBeLessThan(Date.parse('2035-01-01T00:00Z'));
  },
);

test('a wait that is cancelled ends, and does not return a later message', async () => {
  const served = await serveAgent();
  const stop = new AbortController();
  const waiting = served.call('wait_for_message', { timeout: '60s' }, { signal: stop.signal });
  stop.abort(new Error('cancelled'));
  await expect(waiting).rejects.toThrow('cancelled');
  await send(served);
  expect((await served.call('list_messages')).data.total).toBe(1);
});

test.each(WAYS)(
  'a wait at a server that stops gets this as its response, over %s, revision %s (EMU-11)',
  async (_, revision, open) => {
    const agent = await open(revision);
    const waiting = agent.call('wait_for_message', { timeout: '60s' });
    await agent.call('list_due');
    await agent.stop();
    const { isError, text } = await waiting;
    expect(isError).toBe(true);
    expect(text).toContain(
      'wait_for_message failed (unavailable): The server is shutting down.\nThe server is stopping.',
    );
  },
);

test.each(REVISIONS)('a wait whose client closes its connection ends, revision %s', async (revision) => {
  const served = await serveAgent({}, { revision });
  const waiting = served.call('wait_for_message', { timeout: '60s' }).catch(() => 'closed');
  await served.client.close();
  expect(await waiting).toBe('closed');
  // A server closes in order only if nothing holds a connection.
  await served.server.close({ limit: 20_000 });
});
