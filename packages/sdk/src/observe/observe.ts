import { findDiagnosticsChannels } from './diagnostics.ts';
import type { Hooks } from './hooks.ts';
import { callSafely, createLogging, type Logger, type Report } from './logging.ts';

/**
 * Notifies all observers of a client. Their errors do not change the call.
 *
 * @returns The promise that the caller's own hook returned; undefined when it returned none. Loggers delay nothing.
 */
export type Notify = <Name extends keyof Hooks>(
  name: Name,
  event: Parameters<NonNullable<Hooks[Name]>>[0],
) => Promise<unknown> | undefined;

/** The diagnostics channels of the client. */
const CHANNELS: Readonly<Record<keyof Hooks, string>> = {
  beforeRequest: 'messaging-service:sdk:request',
  afterResponse: 'messaging-service:sdk:response',
  onMismatch: 'messaging-service:sdk:mismatch',
  onDeprecation: 'messaging-service:sdk:deprecation',
  beforeRetry: 'messaging-service:sdk:retry',
  onError: 'messaging-service:sdk:error',
};

/**
 * Creates the function that notifies the observers of a client.
 *
 * @param report - Logs their failures.
 */
export function createNotify(hooks: Hooks | undefined, logger: Logger | undefined, report: Report): Notify {
  const diagnostics = findDiagnosticsChannels();
  const logging = logger && createLogging(logger);

  return (name, event) => {
    // The name determines the type of the event, which the compiler cannot infer for the union.
    const notify = (observer: Hooks | undefined) =>
      callSafely(`the hook ${name}`, () => observer?.[name]?.(event as never), report);
    const pending = notify(hooks);
    void notify(logging);
    const channel = diagnostics?.channel(CHANNELS[name]);
    // Without this check, a Cloudflare Worker would copy each event for its Tail Workers, and fail outside of a request.
    if (channel?.hasSubscribers) channel.publish(event);
    return pending;
  };
}

/**
 * How many operations are remembered. The contract has far fewer, but a path of `client.request` can contain identifiers. An
 * operation that was forgotten is reported again.
 */
const MAX_REPORTED = 500;

/**
 * Reports an operation that the service will change or remove, by the header fields of a response.
 *
 * @param reported - The operations that have been reported: each is reported once.
 */
export function reportDeprecation(
  operation: string,
  { deprecation, sunset, link }: Readonly<Record<string, string>>,
  reported: Set<string>,
  notify: Notify,
): void {
  if ((deprecation === undefined && sunset === undefined) || reported.has(operation)) return;
  const [oldest] = reported;
  if (reported.size >= MAX_REPORTED && oldest !== undefined) reported.delete(oldest);
  reported.add(operation);
  void notify('onDeprecation', { operation, deprecation, sunset, link });
}
