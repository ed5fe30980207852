import { type WebhookKind, webhookKind } from '@messaging-service/contract';
import type { Asker } from './probe.ts';
import type { ReceivedWebhook, WebhookReceiver } from '../service/target.ts';
import { Unasked, Violation } from '../service/verdict.ts';

/** How long a live service may take with a webhook. */
const PATIENCE_MS = 120_000;
const POLL_MS = 1_000;

/** A webhook with its payload read. */
export interface ReadWebhook extends ReceivedWebhook {
  readonly payload: unknown;
}

/** Opens the target's receiver. */
export async function openReceiver({ target }: Asker): Promise<WebhookReceiver> {
  if (target.receiveWebhooks === undefined) throw new Unasked('needs a receiver for webhooks');
  return target.receiveWebhooks();
}

/** Lets time pass until a webhook of a kind has come in: the service's own time where it can be moved. */
export async function awaitWebhook(
  { target }: Asker,
  receiver: WebhookReceiver,
  kind: WebhookKind,
): Promise<ReadWebhook> {
  for (let waited = 0; waited <= PATIENCE_MS; waited += POLL_MS) {
    const found = readWebhooks(await receiver.received()).find(
      ({ payload }) => webhookKind(payload) === kind,
    );
    if (found !== undefined) return found;
    await pass(target.advance);
  }
  throw new Violation(`no ${kind} webhook came within ${PATIENCE_MS / 1_000} s`);
}

async function pass(advance: ((ms: number) => Promise<unknown>) | undefined): Promise<void> {
  if (advance === undefined) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  else await advance(POLL_MS);
}

/** Webhooks with their payloads; a body that is not JSON has none. */
export function readWebhooks(webhooks: readonly ReceivedWebhook[]): ReadWebhook[] {
  return webhooks.map((webhook) => ({ ...webhook, payload: read(webhook.body) }));
}

function read(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}
