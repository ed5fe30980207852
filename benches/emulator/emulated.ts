import { createEmulator, type Emulator, type EmulatorOptions } from '@messaging-service/emulator';
import { ACCOUNT, BATCH_PATH, MESSAGE_PATH, messageOf, numberOf } from './requests.ts';

/** The start of virtual time. */
export const START = Date.UTC(2026, 0, 1);

const MINUTE_MS = 60_000;

/** Creates an emulator with a virtual clock, whose account has unlimited credits. */
export function virtualEmulator(options: EmulatorOptions = {}): Emulator {
  return createEmulator({ now: START, accounts: [ACCOUNT], ...options });
}

/** Calls the emulator without a network. The call must succeed. */
export async function post(emulator: Emulator, path: string, body: string): Promise<void> {
  const response = await emulator.fetch(emulator.baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`returned ${response.status}: ${text.slice(0, 500)}`);
}

/** One request of add-message: `count` messages from an index on, each with a different text. */
export function messagesRequest(from: number, count: number, sendAt?: (index: number) => string) {
  const messages = Array.from({ length: count }, (_, i) => {
    const index = from + i;
    return sendAt === undefined ? messageOf(index) : messageOf(index, { send_at: sendAt(index) });
  });
  return { path: MESSAGE_PATH, body: JSON.stringify({ messages }) };
}

/** One request of add-batch: one text for `count` numbers from an index on. */
export function batchRequest(from: number, count: number, at?: string) {
  const destinations = Array.from({ length: count }, (_, i) => numberOf(from + i));
  const message = 'Your appointment is tomorrow at 10:30. Reply YES to confirm.';
  return { path: BATCH_PATH, body: JSON.stringify({ from: 'DEMO', message, destinations, at }) };
}

/** Requests that send many messages. */
export interface Requests {
  /** The number of messages in one request. */
  readonly size: number;
  /** The request that sends `count` messages from an index on. */
  readonly request: (from: number, count: number) => { readonly path: string; readonly body: string };
}

/** Messages that are scheduled over a week, each in its own batch. */
export const scheduledMessages: Requests = {
  size: 1_000,
  request: (from, count) => messagesRequest(from, count, withinAWeek),
};

/** Batches that are scheduled over a week. */
export const scheduledBatches: Requests = {
  size: 10_000,
  request: (from, count) => batchRequest(from, count, withinAWeek(from)),
};

/** A time for each index, distributed over the minutes of a week from one hour after {@link START}. */
function withinAWeek(index: number): string {
  const minute = 60 + ((index * 7919) % (7 * 24 * 60));
  return new Date(START + minute * MINUTE_MS).toISOString();
}
