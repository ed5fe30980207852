import { type AwaitedMessage, type WaitOptions, WaitTimeoutError } from '@messaging-service/emulator';
import { requireOptions, WAIT_CHECKS, waitTimeoutMs } from '@messaging-service/emulator/host';
import { EmulatorError } from './emulator-error.ts';

/** The longest wait of one call. A longer one takes several. */
const LONGEST_CALL_MS = 60_000;

/**
 * Waits for a message over the network.
 *
 * @param wait - Waits with one call.
 */
export async function waitRemotely(
  wait: (options: WaitOptions) => Promise<AwaitedMessage>,
  given: WaitOptions = {},
): Promise<AwaitedMessage> {
  const { timeout: duration, ...options } = requireOptions<WaitOptions>(
    'The options of waitForMessage() are not valid',
    given,
    WAIT_CHECKS,
  );
  const timeout = waitTimeoutMs(duration);
  for (let left = timeout; ; left -= LONGEST_CALL_MS) {
    const part = Math.ceil(Math.max(0, Math.min(left, LONGEST_CALL_MS)));
    try {
      return await wait({ ...options, timeout: part });
    } catch (error) {
      if (!(error instanceof EmulatorError && error.status === 408)) throw error;
      // The error names the timeout of the last call, which is only a part of the whole timeout.
      const message = error.message.replace(`within ${part} ms`, `within ${timeout} ms`);
      if (left <= LONGEST_CALL_MS) throw new WaitTimeoutError(message);
    }
  }
}
