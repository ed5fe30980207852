import { connectEmulator, type Duration, type RemoteEmulator } from '@messaging-service/emulator/client';

/** The argument of `cy.task('sms:code', …)`. */
export interface CodeTask {
  /** The number that gets the code. */
  readonly to: string;
  /** The source of a pattern whose first group is the code; default: four to eight digits. */
  readonly pattern?: string;
}

/** The tasks that specs call. Cypress sends their arguments and results as JSON, and does not take `undefined`. */
export interface SmsTasks {
  /** Begins a test: codes that were sent earlier are not returned. */
  'sms:begin'(this: void): Promise<null>;
  /** Waits for a code that no earlier call of this test has returned. */
  'sms:code'(this: void, task: CodeTask): Promise<string>;
  /** Writes from a phone to the sender of its latest message, and waits for the webhook. */
  'sms:reply'(this: void, reply: { readonly from: string; readonly text: string }): Promise<null>;
  /** Moves the clock. */
  'sms:advance'(this: void, by: Duration): Promise<null>;
}

/** Creates the tasks, for `on('task', createSmsTasks(url))` in `setupNodeEvents`. */
export function createSmsTasks(url: string): SmsTasks {
  let connection: Promise<RemoteEmulator> | undefined;
  const emulator = () => {
    connection ??= connectEmulator({ url });
    return connection;
  };
  let since: string | undefined;
  const latest = new Map<string, string>();
  return {
    'sms:begin': async () => {
      since = await (await emulator()).mark();
      latest.clear();
      return null;
    },
    'sms:code': async ({ to, pattern = '\\b(\\d{4,8})\\b' }) => {
      const options = { to, match: pattern, since, after: latest.get(to), timeout: 10_000 };
      const { messageUuid, match } = await (await emulator()).waitForMessage(options);
      latest.set(to, messageUuid);
      return match?.[1] ?? match?.[0] ?? '';
    },
    'sms:reply': async ({ from, text }) => {
      const service = await emulator();
      await service.handset(from).reply(text);
      await service.settle();
      return null;
    },
    'sms:advance': async (by) => {
      await (await emulator()).clock.advance(by);
      return null;
    },
  };
}
