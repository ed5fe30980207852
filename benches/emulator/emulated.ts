import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { ACCOUNT, BATCH_PATH, MESSAGE_PATH, messageOf, numberOf } from './requests.ts';

/** The start of virtual time. */
const START = Date.UTC(2026, 0, 1);

const MINUTE_MS = 60_000;

/** Creates an emulator with a virtual clock, whose account has unlimited credits. */
export function virtualEmulator(): Emulator {
  return createEmulator({ now: START, accounts: [ACCOUNT] });
}

/** A way to schedule many messages. */
export interface Requests {
  /** The name in the tables. */
  readonly name: string;
  readonly path: string;
  /** The number of messages in one request. */
  readonly size: number;
  /** The body that schedules the messages with these indices. */
  readonly bodyOf: (indices: readonly number[]) => object;
}

/** Messages that are scheduled over a week, each in its own batch. */
export const scheduledMessages: Requests = {
  name: 'add-message, 1,000 a request',
  path: MESSAGE_PATH,
  size: 1_000,
  bodyOf: (indices) => ({
    messages: indices.map((index) => messageOf(index, { send_at: withinAWeek(index) })),
  }),
};

/** Batches that are scheduled over a week. */
export const scheduledBatches: Requests = {
  name: 'add-batch, 10,000 a request',
  path: BATCH_PATH,
  size: 10_000,
  bodyOf: (indices) => ({
    from: 'DEMO',
    message: 'Your appointment is tomorrow at 10:30. Reply YES to confirm.',
    destinations: indices.map(numberOf),
    at: withinAWeek(indices[0] ?? 0),
  }),
};

/** Schedules messages without a network. Each call must succeed. */
export async function scheduleAll(
  { baseUrl, fetch: call }: Emulator,
  { path, size, bodyOf }: Requests,
  count: number,
): Promise<void> {
  for (let from = 0; from < count; from += size) {
    const body = JSON.stringify(bodyOf(Array.from({ length: size }, (_, i) => from + i)));
    const headers = { 'content-type': 'application/json' };
    const response = await call(baseUrl + path, { method: 'POST', headers, body });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`returned ${response.status}: ${text.slice(0, 500)}`);
  }
}

/** A time for each index, distributed over the minutes of a week from one hour after {@link START}. */
function withinAWeek(index: number): string {
  const minute = 60 + ((index * 7919) % (7 * 24 * 60));
  return new Date(START + minute * MINUTE_MS).toISOString();
}
