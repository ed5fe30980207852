import { WebhookVerificationError } from '../errors/errors.ts';
import { hintOf } from '../errors/hints.ts';
import type { WebhookEvent } from '../event/event.ts';

type Reporter = (error: unknown, event: WebhookEvent | undefined) => void;

/**
 * Creates the function that reports errors. An error of `onError` itself must neither prevent the response nor end the
 * process.
 *
 * @param onError - The option. Default: prints to the console.
 */
export function createReporter(onError: Reporter | undefined): Reporter {
  if (onError === undefined) return printError;
  // An async function has a compatible type, so its promise is handled, too.
  const report = async (error: unknown, event: WebhookEvent | undefined) => onError(error, event);
  return (error, event) => void report(error, event).catch(printError);
}

function printError(error: unknown): void {
  const text = error instanceof WebhookVerificationError ? `${error.message}. ${hintOf(error)}` : error;
  // oxlint-disable-next-line no-console -- Without any output, failing webhooks would go unnoticed.
  console.error('[messaging-webhooks]', text);
}
