import { connection } from '../api/connection.ts';
import { store, stored } from '../api/stored.ts';
import type { HandsetView } from '../api/types.ts';
import { Listeners } from '../listeners.ts';
import { live } from '../live/digest.ts';

/** Each service has its own marks: a sandbox is another service. */
const KEY = `messaging-emulator-read ${connection.path}`;

/** Phones whose place is remembered. Beyond them, everything until now counts as read. */
const MOST = 500;

/** Places in the history until which texts are read: of each phone that was opened, and of all others. */
interface Read {
  readonly all: number;
  readonly phones: Readonly<Record<string, number>>;
}

let read = JSON.parse(stored(KEY) ?? 'null') as Read | null;
const changes = new Listeners();

/** Calls a function when a mark has changed. */
export const listenToMarks = changes.listen;

function set(changed: Read): void {
  read = changed;
  store(KEY, JSON.stringify(changed));
  changes.notify();
}

/** At first everything counts as read. An undo or a reset begins an earlier history, in which nothing can be read later. */
live.listen(() => {
  const now = live.digest?.seq;
  if (now === undefined) return;
  if (read === null) set({ all: now, phones: {} });
  else if ([read.all, ...Object.values(read.phones)].some((seq) => seq > now)) {
    const phones = Object.entries(read.phones).map(([number, seq]) => [number, Math.min(seq, now)] as const);
    set({ all: Math.min(read.all, now), phones: Object.fromEntries(phones) });
  }
});

/** Whether the latest line of a phone is a text that it received, and not something that its owner wrote. */
export function isText({ state }: HandsetView): boolean {
  return state !== 'inbound' && state !== 'scheduled';
}

/** The phone that is open: what it receives is read. */
let opened: string | undefined;

/** Whether a phone has received a text since the user looked at it. */
export function isUnread(handset: HandsetView): boolean {
  const { number, seq } = handset;
  return read !== null && number !== opened && isText(handset) && seq > (read.phones[number] ?? read.all);
}

/** The user looks at a phone, until the returned function is called. */
export function lookAt(number: string): () => void {
  opened = number;
  markRead(number);
  return () => {
    if (opened === number) opened = undefined;
    markRead(number);
  };
}

function markRead(number: string): void {
  const now = live.digest?.seq;
  if (read === null || now === undefined || read.phones[number] === now) return;
  const phones = { ...read.phones, [number]: now };
  set(Object.keys(phones).length > MOST ? { all: now, phones: {} } : { all: read.all, phones });
}
