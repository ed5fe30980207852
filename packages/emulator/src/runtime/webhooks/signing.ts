import { sign } from '@messaging-service/webhooks';
import type { Delivery } from '../../domain/state/state.ts';
import type { WebhookOptions } from '../options/options.ts';

/**
 * Creates the signing headers of a webhook, new ones for each attempt. There are none without a secret, and none for
 * the kinds whose signing the specification leaves open, unless the options request them. See SIG-1, SIG-4, SIG-5
 * and SIG-6.
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

/** Whether a secret produces the signature of an attempt. */
export interface SignatureCheck {
  readonly verified: boolean;
  /** The signature that the secret produces; null for an attempt without a signature. */
  readonly expected: string | null;
}

/** Compares the signature in the headers of an attempt with the one that a secret produces. */
export async function verifySignature(
  { body }: Delivery,
  { signature, environment = '', timestamp = '' }: Readonly<Record<string, string>>,
  secret: string,
): Promise<SignatureCheck> {
  if (signature === undefined || secret === '') return { verified: false, expected: null };
  const { signature: expected } = await sign({ body, secret, environment, timestamp });
  return { verified: expected === signature, expected };
}
