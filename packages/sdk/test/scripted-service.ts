import { openReceiver, type Receiver, type Respond } from '@messaging-service/test-support';
import { test as base, vi } from 'vitest';

/** A real HTTP server with behavior that a test sets. */
export type ScriptedService = Receiver;

/** The address of clients whose `fetch` or transport is a function of the test. */
export const BASE_URL = 'https://api.messaging.test';

/** The key every test uses. */
export const ACCOUNT_KEY = '0123456789abcdef0123456789abcdef';
export const ORGANIZATION_KEY = 'fedcba9876543210fedcba9876543210';

/** A time limit, in milliseconds, that no test reaches in real time. */
export const LIMIT = 120_000;

/**
 * Fakes the timers of a test, which otherwise go by real time. A time limit must not end before the request has
 * arrived, however busy the machine is.
 *
 * @returns Lets as much time pass as {@link LIMIT} says.
 */
export function fakeTimeLimit(): () => void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], shouldAdvanceTime: true });
  return () => {
    vi.advanceTimersByTime(LIMIT);
  };
}

/** Creates a `fetch` that lets the time of {@link LIMIT} pass while the body of a response is read. */
export function limitInBody(): typeof fetch {
  const passLimit = fakeTimeLimit();
  return async (url, init) => {
    const response = await fetch(url, init);
    setImmediate(passLimit);
    return response;
  };
}

/** Sets the behavior of a service, for tables of failures whose clients need no options of their own. */
export function scripting(respond: Respond): (service: ScriptedService) => object {
  return (service) => {
    service.script(respond);
    return {};
  };
}

/** `test` with a `service` that lives as long as the test. */
export const test = base.extend<{ service: ScriptedService }>({
  service: async ({ task }, use) => {
    await using service = await openReceiver((response) =>
      response.writeHead(500).end(`${task.name} gave no script`),
    );
    await use(service);
  },
});
