import { check, failure, matches } from './checks.ts';
import type { Cases, Context } from './context.ts';
import { HANDSET } from './sandbox.ts';

/** A text to a handset, from a sender ID that the sandboxes' account owns. */
export const message = { to: HANDSET, from: { type: 'custom', value: 'DEMO' }, body: 'Γειά 👋' } as const;

/** A client that sends. */
export function sender({ sdk, stage, sandbox }: Context, baseUrl = stage.api) {
  return sdk.createMessagingClient({ baseUrl, accountKey: sandbox.accountKey, retry: false });
}

/** Sending, receipts, batches, and the organization's accounts: every method of HTTP. */
export const sending: Cases = {
  'sends one message': async (context) => {
    const queued = await sender(context).messages.sendOne(message);
    matches(queued, { to: HANDSET, body: message.body, scheduled: false, from: { value: 'DEMO' } });
    matches(await context.sandbox.messages(), [{ messageUuid: queued.messageUuid, body: message.body }]);
  },
  'sends a batch and polls its receipts': async (context) => {
    const { batches } = sender(context);
    const { sandbox } = context;
    await sandbox.control('PUT', '/carrier', { outcome: 'deliver', after: '1h' });
    const destinations = ['447700900123', '447700900124', '447700900822'];
    const { identifier } = await batches.send({ from: 'DEMO', message: 'Hello', destinations });
    matches(await batches.receipts(identifier), { counts: { total: 3, delivered: 0 } });
    await sandbox.control('POST', '/clock/advance', { by: '1h' });
    const { counts, details } = await batches.receipts(identifier, { details: true });
    matches(counts, { total: 3, delivered: 2, failed: 1 });
    matches(details.map(({ destination }) => destination).toSorted(), [
      '+447700900123',
      '+447700900124',
      '+447700900822',
    ]);
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
  'changes an account and deactivates it': async (context) => {
    const { sdk, sandbox, stage } = context;
    const { organizationKey } = sandbox;
    const { accounts } = sdk.createMessagingClient({ baseUrl: stage.api, organizationKey });
    const packaged_credits = { schedule_refill: true, schedule_refill_amount: 500 };
    await accounts.update(sandbox.accountUuid, { packaged_credits, schedule: '0 0 1 * *' });
    const changed = { packaged_credits, schedule: '0 0 1 * *', deleted: false };
    matches(await accounts.list(), { accounts: [changed] });
    await accounts.deactivate(sandbox.accountUuid);
    matches(await accounts.list(), { accounts: [{ deleted: true }] });
    const { batches } = sdk.createMessagingClient({ baseUrl: stage.api, accountKey: sandbox.accountKey });
    await failure(() => batches.listPending(), sdk.InvalidKeyError, { code: 'invalid_key' });
  },
};
