import { failure, matches } from './checks.ts';
import type { Cases, Context } from './context.ts';
import { message } from './sending.ts';

function manager({ sdk, stage, sandbox }: Context) {
  return sdk.createMessagingClient({ baseUrl: stage.api, organizationKey: sandbox.organizationKey });
}

/** The organization's accounts. */
export const accounts: Cases = {
  'creates an account, tops it up, and sends with its key': async (context) => {
    const { accounts } = manager(context);
    const { identifier, apiKey } = await accounts.create({ name: 'Réception' });
    await accounts.topUp({ accountUuid: identifier, topup: 3 });
    const { messages } = context.sdk.createMessagingClient({
      baseUrl: context.stage.api,
      accountKey: apiKey,
    });
    await messages.sendOne({ ...message, from: { type: 'shared' }, body: 'Hello' });
    const account = (await accounts.list()).accounts.find((one) => one.identifier === identifier);
    matches(account, { name: 'Réception', paid_credits: { remaining: 2 } });
  },
  'changes an account and deactivates it': async (context) => {
    const { sdk, sandbox, stage } = context;
    const { accounts } = manager(context);
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
