import { TransportError } from './transport.ts';

/** Larger than any response of the service. Without a limit, a larger body could fill the memory. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** Creates the error for a body beyond {@link MAX_BODY_BYTES}. */
export function tooLarge(): TransportError {
  return new TransportError('the response is larger than 64 MiB', { sent: 'maybe' });
}
