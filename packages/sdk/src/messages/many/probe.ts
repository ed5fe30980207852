import type { ApiError } from '../../errors/api-errors.ts';
import type { MessagingError } from '../../errors/messaging-error.ts';
import type { Entry } from './entry.ts';

/** Determines whether a refusal with an unclear error concerns single messages or all requests. */
export interface Probe {
  /**
   * Returns the messages that the probe has not settled; undefined if each message is refused in the same way, so that
   * dividing the request does not help.
   */
  readonly run: (entries: readonly Entry[], error: MessagingError) => Promise<readonly Entry[] | undefined>;
  /** Forgets what was learned, because a request has succeeded. */
  readonly forget: () => void;
}

/** Number of messages that are sent alone before all count as refused. One is not enough, because it may itself be invalid. */
const TRIALS = 3;

/**
 * Creates the probe of a run. It sends a few messages alone. If each of them is refused in the same words, all messages count
 * as refused, also those of later requests that are refused in these words, until a request succeeds.
 *
 * @param sendAlone - Sends one message in a request of its own and settles it.
 */
export function createProbe(sendAlone: (entry: Entry) => Promise<unknown>): Probe {
  let known: string | undefined;
  // One probe at a time: requests that were refused together learn from the first of them.
  let turn: Promise<unknown> = Promise.resolve();

  async function examine(
    entries: readonly Entry[],
    error: MessagingError,
  ): Promise<readonly Entry[] | undefined> {
    const signature = signatureOf(error);
    if (known !== signature)
      for (const entry of spread(entries)) {
        await sendAlone(entry);
        const { settled } = entry;
        if (settled?.ok === false && signatureOf(settled.error) === signature) continue;
        known = undefined;
        return entries.filter((one) => one.settled === undefined);
      }
    known = signature;
    return undefined;
  }

  return {
    run(entries, error) {
      const result = turn.then(() => examine(entries, error));
      turn = result.catch(() => undefined);
      return result;
    },
    forget() {
      known = undefined;
    },
  };
}

/** Selects entries at equal distances. */
function spread(entries: readonly Entry[]): readonly Entry[] {
  const positions = Array.from({ length: TRIALS }, (_, i) =>
    Math.floor(((i + 0.5) * entries.length) / TRIALS),
  );
  return [...new Set(positions)].flatMap((position) => entries[position] ?? []);
}

/**
 * Returns a text that is equal for equal refusals: status, code and message without words that contain digits, because these
 * are counts, positions and identifiers.
 */
function signatureOf(error: MessagingError): string {
  const { status = 0, code = '' } = error as Partial<ApiError>;
  return `${error.name} ${status} ${code} ${error.message.replace(/\S*\d\S*/g, '')}`;
}
