import {
  type CreateAccountResponse,
  type QueuedMessage,
  type WebhookKind,
  webhookKind,
} from '@messaging-service/contract';
import { parseJson } from '../service/service-client.ts';
import type { ReceivedWebhook, WebhookReceiver } from '../service/target.ts';
import { Skipped, Violation } from '../service/verdict.ts';
import { withAccount } from './accounts.ts';
import { sendShared } from './messages.ts';
import type { Draft, Probe } from './probe.ts';

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
    const webhooks = (await receiver.received()).map((one) => ({ ...one, payload: parseJson(one.body) }));
    const webhook = webhooks.find(({ payload }) => webhookKind(payload) === kind);
    if (webhook !== undefined) return webhook;
    if (target.advance === undefined) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    else await target.advance(POLL_MS);
  }
  throw new Violation(`no ${kind} webhook arrived within ${MAX_WAIT_MS / 1_000} s`);
}

/** Runs something with a message that a new account has sent. The inbound webhooks of the account go to the URL. */
export function withWebhookAccount<T>(
  probe: Probe,
  { url, secret }: { readonly url: string; readonly secret: string | undefined },
  members: Draft,
  work: (message: QueuedMessage) => Promise<T>,
): Promise<T> {
  const use = async ({ identifier: accountUuid, apiKey }: CreateAccountResponse) => {
    const mo = { mo_webhook_url: url, mo_webhook_secret: secret };
    await probe.succeed('accounts.update', { path: { accountUuid }, body: { mo } });
    return work(await sendShared(probe, members, apiKey));
  };
  return withAccount(probe, use, 1);
}

/** Provokes an inbound webhook: a new account sends a message, and the handset replies. */
export async function receiveInbound(probe: Probe, secret: string | undefined): Promise<ParsedWebhook> {
  const receiver = await openReceiver(probe);
  return withWebhookAccount(probe, { url: receiver.url, secret }, {}, async ({ from }) => {
    await probe.target.writeFromHandset?.(probe.to, from.value, 'Yes');
    return waitForWebhook(probe, receiver, 'inbound-message');
  });
}
