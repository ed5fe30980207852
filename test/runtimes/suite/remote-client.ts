import { check, matches } from './checks.ts';
import type { Cases, Context } from './context.ts';
import { HANDSET } from './sandbox.ts';

/** Connects to the service of a case. */
function connect({ client, sandbox }: Context) {
  return client.connectEmulator({ url: sandbox.controlUrl });
}

/** Sends a message with the client of the public API. */
async function send({ sdk, stage, sandbox }: Context, body: string): Promise<void> {
  const { messages } = sdk.createMessagingClient({ baseUrl: stage.api, accountKey: sandbox.accountKey });
  await messages.sendOne({ to: HANDSET, from: { type: 'custom', value: 'DEMO' }, body });
}

/** The client of a running emulator. */
export const remoteClient: Cases = {
  'the client of a running emulator moves its clock and finds a one-time code': async (context) => {
    const emulator = await connect(context);
    const since = await emulator.mark();
    const { now: before } = await emulator.clock.settle();
    const { now } = await emulator.clock.advance('10m');
    check(now.valueOf() - before.valueOf() === 600_000, `moved from ${String(before)} to ${String(now)}`);
    const waiting = emulator.waitForMessage({ to: HANDSET, match: /code is (\d{6})/, since });
    await send(context, 'Your code is 482913');
    matches((await waiting).match, ['code is 482913', '482913']);
    await emulator.close();
  },
  'the client of a running emulator streams its events': async (context) => {
    const emulator = await connect(context);
    const events = emulator.events();
    await emulator.clock.advance('1h');
    const { value } = await events.next();
    matches(value, { event: 'clock' });
    await events.return();
    await emulator.close();
  },
};
