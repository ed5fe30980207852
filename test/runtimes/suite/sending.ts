import { check, failure, matches } from './checks.ts';
import type { Cases, Context } from './context.ts';
import { HANDSET } from './sandbox.ts';

/** A text to a handset, from a sender ID that the sandboxes' account owns. */
export const message = { to: HANDSET, from: { type: 'custom', value: 'DEMO' }, body: 'Γειά 👋' } as const;

/** A client that sends. */
export function sender({ sdk, stage, sandbox }: Context, baseUrl = stage.api) {
  return sdk.createMessagingClient({ baseUrl, accountKey: sandbox.accountKey, retry: false });
}

/** Calls of the client with every method of HTTP. */
export const sending: Cases = {
  'sends one message': async (context) => {
    const queued = await sender(context).messages.sendOne(message);
    matches(queued, { to: HANDSET, body: message.body, scheduled: false, from: { value: 'DEMO' } });
    matches(await context.sandbox.messages(), [{ messageUuid: queued.messageUuid, body: message.body }]);
  },
  'schedules with a Date, lists the pending batch, and cancels it': async (context) => {
    const { batches, messages } = sender(context);
    const { now } = await context.sandbox.control<{ now: string }>('GET', '/clock');
    const send_at = new Date(Date.parse(now) + 3_600_000);
    const { batchUuid, scheduled } = await messages.sendOne({ ...message, send_at });
    check(scheduled, 'it was not scheduled');
    matches(await batches.listPending(), { batches: [{ identifier: batchUuid, messagecount: 1 }] });
    await batches.cancel(batchUuid);
    matches(await batches.listPending(), { batches: [] });
    await failure(() => batches.cancel(batchUuid), context.sdk.NotFoundError, { status: 404 });
  },
  'changes an account': async ({ sdk, sandbox, stage }) => {
    const { organizationKey } = sandbox;
    const { accounts } = sdk.createMessagingClient({ baseUrl: stage.api, organizationKey });
    await accounts.update(sandbox.accountUuid, { schedule: '0 0 1 * *' });
    matches(await accounts.list(), { accounts: [{ schedule: '0 0 1 * *' }] });
  },
};
