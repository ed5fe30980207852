import { type WebhookKind, webhookKind } from '@messaging-service/contract';
import type { ReceivedWebhook, WebhookReceiver } from '../service/target.ts';
import { Skipped, Violation } from '../service/verdict.ts';
import { withAccount } from './accounts.ts';
import type { Probe } from './probe.ts';
import { SECRET } from './signature.ts';

/** The longest wait for a webhook. A live service may take this long. */
const MAX_WAIT_MS = 120_000;
const POLL_MS = 1_000;

/** A webhook with its parsed payload; undefined when the body is not JSON. */
export interface ParsedWebhook extends ReceivedWebhook {
  readonly payload: unknown;
}

/** Opens the target's receiver. */
export async function openReceiver({ target }: Probe): Promise<WebhookReceiver> {
  if (target.receiveWebhooks === undefined) throw new Skipped('needs a receiver for webhooks');
  return target.receiveWebhooks();
}

/** Waits for a webhook of a kind. The service's clock is advanced if the target can do so. */
export async function waitForWebhook(
  { target }: Probe,
  receiver: WebhookReceiver,
  kind: WebhookKind,
): Promise<ParsedWebhook> {
  for (let waited = 0; waited <= MAX_WAIT_MS; waited += POLL_MS) {
    const webhooks = (await receiver.received()).map(parseWebhook);
    const webhook = webhooks.find(({ payload }) => webhookKind(payload) === kind);
    if (webhook !== undefined) return webhook;
    if (target.advance === undefined) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    else await target.advance(POLL_MS);
  }
  throw new Violation(`no ${kind} webhook arrived within ${MAX_WAIT_MS / 1_000} s`);
}

/** Provokes an inbound webhook: a new account with the given secret sends a message, and the handset replies. */
export async function receiveInbound(probe: Probe, mo_webhook_secret = SECRET): Promise<ParsedWebhook> {
  const receiver = await openReceiver(probe);
  return withAccount(probe, async ({ identifier: accountUuid, apiKey }) => {
    const mo = { mo_webhook_url: receiver.url, ...(mo_webhook_secret !== '' && { mo_webhook_secret }) };
    await probe.succeed('accounts.topUp', { body: { accountUuid, topup: 1 } });
    await probe.succeed('accounts.update', { path: { accountUuid }, body: { mo } });
    const message = probe.message({ from: { type: 'shared' }, send_at: undefined });
    const { messages } = await probe.succeed('messages.send', { key: apiKey, body: { messages: [message] } });
    const sender = messages[0]?.from.value;
    if (sender === undefined) throw new Violation('the response contains no message');
    await probe.target.writeFromHandset?.(probe.to, sender, 'Yes');
    return waitForWebhook(probe, receiver, 'inbound-message');
  });
}

function parseWebhook(webhook: ReceivedWebhook): ParsedWebhook {
  try {
    return { ...webhook, payload: JSON.parse(webhook.body) as unknown };
  } catch {
    return { ...webhook, payload: undefined };
  }
}
