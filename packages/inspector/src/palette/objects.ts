import { beginning, searchTerm, visible } from '@messaging-service/text';
import { call } from '../api/control-api.ts';
import type { AccountOverview, DeliveryRow, HandsetView, MessageView, RequestSummary } from '../api/types.ts';
import { numberText } from '../format.ts';
import { objectHref, open } from '../routing/route.ts';
import { query } from '../values.ts';
import { aboutWebhook, deliveryState } from '../webhooks/about.ts';
import type { Command } from './commands.ts';

/** Objects of one kind that are offered. */
const MOST = 4;

/** Texts that are shorter find too much. */
export const LEAST_CHARACTERS = 2;

/** The accounts whose name or UUID contains a text. */
export function findAccounts(accounts: readonly AccountOverview[], typed: string): Command[] {
  const search = typed.trim();
  if (search.length < LEAST_CHARACTERS) return [];
  return accounts
    .filter(({ name, identifier }) => isIn(search, name) || isIn(search, identifier))
    .slice(0, MOST)
    .map(({ name, identifier }) => command('Account', name, objectHref('account', identifier)));
}

/** The other objects that a text finds: handsets, messages, batches, webhooks and requests. */
export async function findObjects(typed: string, signal: AbortSignal): Promise<Command[]> {
  const search = typed.trim();
  // The palette has no filters, so a colon is text.
  const q = search.includes(':') ? searchTerm(search) : search;
  const read = <Answer>(path: string) =>
    call<Answer>('GET', `${path}${query({ q, offset: 0, limit: MOST })}`, undefined, signal);
  const [{ handsets }, { messages }, { deliveries }, { requests }] = await Promise.all([
    read<{ handsets: readonly HandsetView[] }>('/handsets'),
    read<{ messages: readonly MessageView[] }>('/messages'),
    read<{ deliveries: readonly DeliveryRow[] }>('/webhooks'),
    read<{ requests: readonly RequestSummary[] }>('/requests'),
  ]);
  return [
    ...handsets.map(({ number }) => command('Phone', `+${number}`, objectHref('phone', number))),
    ...batchesOf(messages, search),
    ...messages.map(({ messageUuid, to, body, state }) =>
      command(
        'Message',
        `${numberText(to)}: ${shortened(body)} (${state}, ${short(messageUuid)})`,
        objectHref('message', messageUuid),
      ),
    ),
    ...deliveries.map((delivery) =>
      command(
        'Webhook',
        `${shortened(aboutWebhook(delivery))} (${deliveryState(delivery)}, ${short(delivery.id)})`,
        objectHref('webhook', delivery.id),
      ),
    ),
    ...requests.map(({ id, method, url, status, errorCode, summary }) =>
      command(
        'Request',
        `#${id} ${method} ${url.split('?')[0]}${summary === null ? '' : `: ${summary}`} (${errorCode ?? status ?? 'cut'})`,
        objectHref('request', String(id)),
      ),
    ),
  ];
}

function batchesOf(messages: readonly MessageView[], search: string): Command[] {
  const wanted = search.toLowerCase();
  const found = new Map(
    messages
      .filter(({ batchUuid }) => batchUuid.startsWith(wanted))
      .map(({ batchUuid, body }) => [batchUuid, body]),
  );
  return [...found].map(([uuid, body]) =>
    command('Batch', `${shortened(body)} (${short(uuid)})`, objectHref('batch', uuid)),
  );
}

function command(kind: string, name: string, address: string): Command {
  return { kind, name, run: () => open(address) };
}

/** The beginning of an identifier: it distinguishes objects that are otherwise the same. */
function short(uuid: string): string {
  return uuid.slice(0, 8);
}

function isIn(search: string, text: string): boolean {
  return text.toLowerCase().includes(search.toLowerCase());
}

/** Characters of a text that are shown. */
const SHOWN = 60;

function shortened(text: string): string {
  return visible(beginning(text, SHOWN));
}
