import { sign } from '@messaging-service/webhooks';
import type { Delivery } from '../../domain/state/state.ts';
import type { WebhookOptions } from '../options/options.ts';

/**
 * Makes the headers that sign a webhook, afresh for each attempt: none without a secret, and none for the kinds whose
 * signing the specification leaves open, unless they are asked for. See SIG-1 and SIG-5.
 */
export function webhookSigner({
  environment = 'emulator',
  sign: which = 'inbound',
  timestampUnit = 'seconds',
}: WebhookOptions) {
  return async (
    delivery: Delivery,
    at: number,
    secret: string,
  ): Promise<Readonly<Record<string, string>>> => {
    if (secret === '' || (which === 'inbound' && delivery.kind !== 'inbound-message')) return {};
    const timestamp = timestampUnit === 'seconds' ? Math.floor(at / 1_000) : at;
    return { ...(await sign({ body: delivery.body, secret, environment, timestamp: String(timestamp) })) };
  };
}
