import { requireKnownNames } from '../runtime/options/known-names.ts';
import { waitTimeoutMs } from '../runtime/waiting/wait-timeout.ts';
import {
  type AwaitedMessage,
  WAIT_OPTIONS,
  type WaitOptions,
  WaitTimeoutError,
} from '../runtime/waiting/waiting.ts';
import type { ControlCalls } from './control-calls.ts';
import { EmulatorError } from './emulator-error.ts';

/**
 * Which message to wait for. Members that are left out are not compared.
 *
 * @example
 * ```ts
 * await messages.sendOne(message);
 * const { match } = await emulator.waitForMessage({
 *   match: 'code is (\\d{6})',
 *   signal: AbortSignal.timeout(10_000),
 * });
 * console.log(match?.[1]); // 482913
 * ```
 */
export interface RemoteWaitOptions extends Omit<WaitOptions, 'match'> {
  /**
   * A pattern of the text; its groups are returned, for one-time codes. A text is the source of a pattern. The server
   * matches it in linear time, so lookarounds and backreferences are refused.
   */
  match?: RegExp | string | undefined;
  /** Ends the wait with the reason of the signal. */
  signal?: AbortSignal | undefined;
}

/** The longest wait of one call. A longer one takes several. */
const LONGEST_CALL_MS = 60_000;

/** Members are null instead of `undefined`, which JSON does not have. */
type AwaitedBody = Omit<AwaitedMessage, 'match'> & { readonly match: (string | null)[] | null };

/** Waits for a message over the network. */
export async function waitRemotely(calls: ControlCalls, options: RemoteWaitOptions): Promise<AwaitedMessage> {
  requireKnownNames('waitForMessage() has no option', options, [...WAIT_OPTIONS, 'signal']);
  const { match, code, after, timeout: duration, signal, ...filter } = options;
  const timeout = waitTimeoutMs(duration);
  const query = {
    ...filter,
    pattern: match === undefined ? undefined : patternOf(match),
    code: code === undefined ? undefined : String(code),
    after: after instanceof Date || typeof after === 'number' ? new Date(after).toISOString() : after,
  };
  for (let left = timeout; ; left -= LONGEST_CALL_MS) {
    const part = Math.max(0, Math.min(left, LONGEST_CALL_MS));
    try {
      const call = { query: { ...query, timeout: Math.ceil(part) }, signal };
      return awaited(await calls.call<AwaitedBody>('GET /messages/wait', call));
    } catch (error) {
      if (!(error instanceof EmulatorError && error.status === 408)) throw error;
      // The error names the timeout of the last call, which is only a part of the whole timeout.
      const message = error.message.replace(`within ${Math.ceil(part)} ms`, `within ${timeout} ms`);
      if (left <= LONGEST_CALL_MS) throw new WaitTimeoutError(message);
    }
  }
}

function awaited({ match, ...message }: AwaitedBody): AwaitedMessage {
  return { ...message, match: (match?.map((group) => group ?? undefined) as string[] | undefined) ?? null };
}

/** Writes a regular expression as the `pattern` of the control API. A text is the source of a pattern. */
function patternOf(match: RegExp | string): string {
  if (typeof match === 'string') return match;
  // The other flags do not change what a single search matches.
  const flags = match.flags.replaceAll(/[^ims]/g, '');
  return flags === '' ? match.source : `(?${flags}:${match.source})`;
}
