import type { CreateAccountResponse } from '@messaging-service/contract';
import { Model } from './model.ts';
import type { ModelAccount, ModelOrganization } from './nouns.ts';
import { HOOKS } from './scenario.ts';
import { World } from './world.ts';

/** Both sides of a run at its beginning: an organization that pays credits, with two accounts, and one that does not, with one. */
export async function begin(): Promise<{ model: Model; real: World }> {
  const real = new World();
  const model = new Model();
  const paying: ModelOrganization = {
    key: real.emulator.organization.apiKey,
    usesCredits: true,
    credits: 150,
  };
  const { apiKey } = await real.call(({ emulator }) => emulator.createOrganization({ creditSystem: false }));
  const free: ModelOrganization = { key: apiKey, usesCredits: false, credits: null };
  model.organizations.push(paying, free);
  for (const { identifier, apiKey: key } of real.emulator.accounts) {
    addAccount(model, paying, identifier, key);
  }
  Object.assign(model.accounts[0] as ModelAccount, { paid: 25 });
  Object.assign(model.accounts[1] as ModelAccount, { paid: 5, packaged: 12 });
  const { body } = await real.send('POST', `/account?key=${free.key}`, { name: 'account 2' });
  const created = body as CreateAccountResponse;
  addAccount(model, free, created.identifier, created.apiKey);
  await real.act((emulator) => emulator.registerSender(created.identifier, 'SENDER2'));
  for (const account of model.accounts) {
    account.hook = `${HOOKS}/inbound`;
    const mo = { mo_webhook_url: account.hook, mo_webhook_secret: 'secret' };
    await real.send('PATCH', `/account/${account.uuid}?key=${account.organization.key}`, { mo });
  }
  return { model, real };
}

/** An account as it is when it has just been created. */
export function addAccount(
  model: Model,
  organization: ModelOrganization,
  uuid: string,
  key: string,
): ModelAccount {
  const account: ModelAccount = {
    index: model.accounts.length,
    uuid,
    key,
    organization,
    sender: `SENDER${model.accounts.length}`,
    ownsSender: true,
    paid: 0,
    packaged: 0,
    allowNegative: false,
    limit: null,
    reset: false,
    refill: false,
    refillAmount: 0,
    schedule: null,
    hook: '',
    deleted: false,
    belowFloor: false,
  };
  model.accounts.push(account);
  return account;
}
