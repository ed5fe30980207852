import { check, failure, matches } from './checks.ts';
import type { Cases, Context } from './context.ts';
import { HANDSET } from './sandbox.ts';

/** A text to a handset, from a sender ID that the sandboxes' account owns. */
export const message = { to: HANDSET, from: { type: 'custom', value: 'DEMO' }, body: 'Γειά 👋' } as const;

/** A client that sends. */
export function sender({ sdk, stage, sandbox }: Context, baseUrl = stage.api) {
  return sdk.createMessagingClient({ baseUrl, accountKey: sandbox.accountKey, retry: false });
}

/** Sending, receipts and batches. */
export const sending: Cases = {
  'sends one message': async (context) => {
    const queued = await sender(context).messages.sendOne(message);
    matches(queued, { to: HANDSET, body: message.body, scheduled: false, from: { value: 'DEMO' } });
    matches(await context.sandbox.messages(), [{ messageUuid: queued.messageUuid, body: message.body }]);
  },
  'sends many messages in one request, and returns them in order': async (context) => {
    const numbers = Array.from({ length: 20 }, (_, index) => `4477009001${10 + index}`);
    const queued = await sender(context).messages.send({
      defaults: { from: { type: 'shared' }, body: 'Hello' },
      messages: numbers.map((to) => ({ to })),
    });
    matches(
      queued.messages.map(({ to }) => to),
      numbers,
    );
    matches((await context.sandbox.messages()).length, numbers.length);
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
  'queues and charges nothing in a dry run': async (context) => {
    const { sdk, stage, sandbox } = context;
    const { messages, batches } = sender(context);
    await messages.sendOne(message, { dryRun: true });
    await messages.send({ messages: [message, message] }, { dryRun: true });
    await batches.send({ from: 'DEMO', message: 'Hello', destinations: [HANDSET] }, { dryRun: true });
    matches(await sandbox.messages(), []);
    const { organizationKey } = sandbox;
    const { accounts } = sdk.createMessagingClient({ baseUrl: stage.api, organizationKey });
    matches(await accounts.list(), { accounts: [{ paid_credits: { remaining: 50 } }] });
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
  'lists the receipt codes': async (context) => {
    const codes = await sender(context).receiptCodes();
    check(
      codes.some(({ code }) => code === '00'),
      'no code of success',
    );
  },
};
