import type { Events, Hooks, Observer } from './hooks.ts';
import { callSafely, createLogging, type Logger, type Report } from './logging.ts';
import { createPublishing } from './publishing.ts';

/**
 * Notifies all observers of a client. Their errors do not change the call.
 *
 * @param describe - Creates the event. It is called at most once, and not without observers.
 * @returns The promise that the caller's own hook returned; undefined when it returned none. Loggers delay nothing.
 */
export type Notify = <Name extends keyof Events>(
  name: Name,
  describe: () => Events[Name],
) => Promise<unknown> | undefined;

/**
 * Creates the function that notifies the observers of a client. All of them are hooks: those of the caller, the logger, and the
 * diagnostics channels.
 *
 * Tracing is not one of them. It does not observe an attempt, but runs it: the span has to be active while the transport runs.
 *
 * @param report - Logs their failures.
 */
export function createNotify(hooks: Hooks = {}, logger: Logger | undefined, report: Report): Notify {
  const observers: readonly Observer[] = [
    // First, because the others show the header fields that it adds.
    hooks,
    logger ? createLogging(logger) : {},
    createPublishing(),
  ];
  return (name, describe) => {
    let event: Events[typeof name] | undefined;
    const [pending] = observers.map((observer) =>
      callSafely(`the hook ${name}`, () => observer[name]?.((event ??= describe())), report),
    );
    return pending;
  };
}
