import { verify } from '@messaging-service/webhooks';
import type { Settings } from './settings.ts';

/** The members of webhooks that the application reads. */
interface Payload {
  readonly from?: number;
  readonly message?: string;
  readonly messageuuid?: string;
  readonly delivered?: boolean;
}

/** Reads a webhook; undefined if it is not from the service. Receipts are not signed. */
export async function readWebhook(
  request: Request,
  isSigned: boolean,
  { bug, webhookSecret, now = Date.now }: Settings,
): Promise<Payload | undefined> {
  const body = await request.text();
  const payload = JSON.parse(body) as Payload;
  if (!isSigned || bug === 'unverified-webhook') return payload;
  try {
    const headers = Object.fromEntries(request.headers);
    await verify({ body, headers }, { secrets: webhookSecret, now: now() });
    return payload;
  } catch {
    return undefined;
  }
}
