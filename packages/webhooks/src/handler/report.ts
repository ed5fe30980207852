import { WebhookVerificationError } from '../errors/errors.ts';
import { print } from '../errors/print.ts';
import type { WebhookEvent } from '../event/event.ts';
import { ACTIONS } from './actions.ts';
import type { WebhookActions, WebhookHandlerOptions, WebhookMismatch } from './options.ts';

type Reporter = (error: unknown, event: WebhookEvent | undefined) => void;

/** The member of a handler with its reporter, for adapters. Shared by all copies of this package. */
const REPORTER = Symbol.for('@messaging-service/webhooks/reporter');

/**
 * Lets adapters report errors to the `onError` of a handler.
 *
 * @param handler - The handler.
 * @param report - Its reporter.
 */
export function withReporter<Handler extends object>(handler: Handler, report: Reporter): Handler {
  return Object.defineProperty(handler, REPORTER, { value: report });
}

/**
 * Returns the function that reports errors of a handler. For a handler that was wrapped, it prints to the console.
 *
 * @param handler - The handler.
 */
export function reporterOf(handler: object): Reporter {
  return (handler as { readonly [REPORTER]?: Reporter })[REPORTER] ?? printError;
}

/**
 * Creates the function that reports errors. An error of `onError` itself must neither prevent the response nor end the
 * process.
 *
 * @param onError - The option. Default: prints to the console.
 */
export function createReporter(onError: Reporter | undefined): Reporter {
  return onError === undefined ? printError : unlessItFails(onError);
}

/**
 * Creates the function that reports what is unexpected about an accepted event, once for each kind and reason.
 *
 * @param onMismatch - The option. Default: prints to the console.
 * @param on - The actions.
 */
export function createMismatchReporter(
  onMismatch: WebhookHandlerOptions['onMismatch'],
  on: WebhookActions,
): (event: WebhookEvent) => void {
  const report = onMismatch === undefined ? printMismatch : unlessItFails(onMismatch);
  const reported = new Set<string>();
  return (event) => {
    for (const mismatch of mismatchesOf(event, on)) {
      const { kind, reason } = mismatch;
      const key = `${kind} ${reason}`;
      if (reported.has(key)) continue;
      reported.add(key);
      report(mismatch, event);
    }
  };
}

function* mismatchesOf(event: WebhookEvent, on: WebhookActions): Generator<WebhookMismatch> {
  const { kind } = event;
  if (kind === 'unknown') yield { kind, reason: 'unknown-kind', issues: [] };
  else if (event.differences !== undefined) yield { kind, reason: 'payload', issues: event.differences };
  if (on[ACTIONS[kind]] === undefined) yield { kind, reason: 'no-action', issues: [] };
}

/** A function of an option may be async, because its type is compatible. Its errors are printed. */
function unlessItFails<Parameters extends readonly unknown[]>(
  option: (...parameters: Parameters) => void,
): (...parameters: Parameters) => void {
  const call = async (...parameters: Parameters) => option(...parameters);
  return (...parameters) => void call(...parameters).catch(printError);
}

function printError(error: unknown): void {
  // The stack of a refused request leads nowhere: its message says what happened and what to do.
  const text = error instanceof WebhookVerificationError ? error.message : error;
  print('error', '[messaging-webhooks]', text);
}

const SENTENCES: { readonly [Reason in WebhookMismatch['reason']]: string } = {
  payload: 'The payload differs from the specification and was accepted:',
  'no-action': 'There is no action for this kind in "on", so the event was ignored.',
  'unknown-kind': 'This version does not know the kind of the event.',
};

function printMismatch({ kind, reason, issues }: WebhookMismatch): void {
  const differences = issues.map(({ path, message }) => ` ${path} ${message};`).join('');
  print('warn', `[messaging-webhooks] ${kind}: ${SENTENCES[reason]}${differences}`);
}
