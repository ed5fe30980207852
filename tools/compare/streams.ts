import { setTimeout as wait } from 'node:timers/promises';
import type { Answer, Call, Streaming } from './calls.ts';
import { GONE_FACTS } from './expected.ts';

/** An event of a stream. */
interface StreamEvent {
  readonly event: string;
  readonly id: number | undefined;
  readonly data: unknown;
}

/** How long the tool waits for events that must come, in ms. */
const PATIENCE_MS = 5_000;

/** How long a call that waits is left alone before the next call, in ms. */
const HEAD_START_MS = 150;

/** Opens a stream of events, makes the calls during it, and reads what these caused. */
export async function readStream(
  address: string,
  init: RequestInit,
  { during, report, firstWaits }: Streaming,
  call: (call: Call) => Promise<Answer>,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const ending = new AbortController();
  const response = await fetch(address, { ...init, signal: ending.signal });
  if (!response.ok || response.body === null) return { status: response.status, body: await response.text() };
  const events: StreamEvent[] = [];
  const reading = (async () => {
    for await (const event of eventsOf(response.body as ReadableStream<Uint8Array>)) {
      events.push(event);
      if (report !== undefined)
        await call({ ...report, body: { ...(report.body as object), tick: tickOf(event) } });
    }
  })().catch(() => undefined);
  const answers: Answer[] = [];
  if (firstWaits === true) {
    const [first, ...others] = during;
    const waiting = first === undefined ? undefined : call(first);
    await wait(HEAD_START_MS);
    for (const other of others) answers.push(await call(other));
    if (waiting !== undefined) answers.push(await waiting);
  } else {
    for (const made of during) answers.push(await call(made));
  }
  if (report === undefined && firstWaits !== true) await caughtUp(events, init, answers.at(-1));
  ending.abort();
  await reading;
  return {
    status: response.status,
    body: { events: report === undefined ? facts(events) : events, answers },
  };
}

/** Waits until the stream has the last fact before the mark that the last call returned. */
async function caughtUp(
  events: readonly StreamEvent[],
  init: RequestInit,
  last: Answer | undefined,
): Promise<void> {
  const { mark } = (last?.body ?? {}) as { readonly mark?: string };
  const since = Number((init.headers as Readonly<Record<string, string>>)['last-event-id'] ?? 0);
  const seq = Number(mark?.split('-')[1]);
  const end = Date.now() + PATIENCE_MS;
  while (seq > since && !events.some(({ id }) => id !== undefined && id >= seq) && Date.now() < end)
    await wait(5);
}

/**
 * The facts that both services record. Movements of the clock are left out: how often it is reported during a call depends on
 * the machine.
 */
function facts(events: readonly StreamEvent[]): readonly unknown[] {
  return events
    .filter(({ event }) => event === 'fact')
    .map(({ data }) => data)
    .filter((fact) => !GONE_FACTS.includes((fact as { readonly type: string }).type));
}

function tickOf({ data }: StreamEvent): unknown {
  return (data as { readonly tick?: number }).tick ?? 0;
}

async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const fields = new Map(part.split('\n').map((line) => line.split(/: (.*)/su) as [string, string]));
      const data = fields.get('data');
      if (data === undefined) continue;
      const id = fields.get('id');
      yield {
        event: fields.get('event') ?? '',
        id: id === undefined ? undefined : Number(id),
        data: JSON.parse(data),
      };
    }
  }
}
