import type { ConformanceTarget } from '@messaging-service/conformance';
import { type AlteredAccount, altering } from '../altered-service.ts';
import { breaking, everyAccount, responseNumber, responsesTo, type WrongService } from './wrong-service.ts';

/** Changes the credits of the first account and keeps its balance right. */
function creditsOfFirst(change: (account: AlteredAccount) => void): ConformanceTarget {
  const alter = everyAccount((account, index) => {
    if (index > 0) return;
    change(account);
    const { paid_credits, packaged_credits, held_credits } = account;
    account.credits = paid_credits.remaining + packaged_credits.remaining - held_credits;
  });
  return altering(alter);
}

/** Services that show something wrong to those who only read. */
export const retrieval: readonly WrongService[] = [
  ...['identifier', 'at', 'from', 'messagecount'].map((member) =>
    breaking('pending-batches.list', 'BAT-8', `lists batches without ${member}`, {
      detail: `the body is invalid: batches.0.${member} is required`,
      // The first two lists prove that dry runs queue nothing.
      target: altering(
        responseNumber(3, 'GET /batch', () => {
          const batch = {
            identifier: 'a',
            at: '2026-03-01T09:00Z',
            from: 'DEMO',
            messagecount: 1,
            unitcount: 1,
          };
          return { batches: [{ ...batch, [member]: undefined }] };
        }),
      ),
    }),
  ),
  breaking('receipt-codes.list', 'RCP-4', 'has no receipt code 00', {
    detail: 'the codes do not include 00',
    target: altering(responsesTo('GET /dr-responses', () => [{ code: '1', description: 'Sent' }])),
  }),
  breaking('accounts.list', 'ACC-1', 'lists accounts without their credits', {
    detail: 'the body is invalid: accounts.0.name is required, accounts.0.credits is required',
    // The first list of accounts is that of authentication.organization-key-to-edit.
    target: altering(
      responseNumber(2, 'GET /account', ({ accounts }) => ({
        accounts: accounts.map(({ identifier }) => ({ identifier })),
      })),
    ),
  }),
  breaking('accounts.list', 'ACC-2', 'lists accounts outside of the member accounts', {
    detail: 'the body is invalid: ',
    target: altering(responseNumber(2, 'GET /account', ({ accounts }) => accounts)),
  }),
  breaking('accounts.balance', 'CRD-1', 'shows a balance that is not the sum of the credits', {
    detail: 'shows -1 credits instead of 1000',
    target: altering(everyAccount((account) => Object.assign(account, { credits: -1 }))),
  }),
  breaking('accounts.packaged-not-negative', 'CRD-7', 'shows negative packaged credits', {
    detail: 'has -1 packaged credits',
    target: creditsOfFirst(({ packaged_credits }) => Object.assign(packaged_credits, { remaining: -1 })),
  }),
  breaking(
    'accounts.paid-within-limit',
    'CRD-8',
    'shows negative paid credits of an account that does not permit them',
    {
      detail: 'has -1 paid credits, but the minimum is 0',
      target: creditsOfFirst(({ paid_credits }) =>
        // A limit without the permission means nothing.
        Object.assign(paid_credits, { remaining: -1, negative_limit: 5 }),
      ),
    },
  ),
  breaking('accounts.paid-within-limit', 'CRD-8', 'shows paid credits below the limit', {
    detail: 'has -6 paid credits, but the minimum is -5',
    target: creditsOfFirst(({ paid_credits }) =>
      Object.assign(paid_credits, { remaining: -6, allow_negative: true, negative_limit: 5 }),
    ),
  }),
  breaking('accounts.secret-not-shown', 'ACC-5', 'shows the secret of inbound webhooks', {
    detail: 'shows mo_webhook_secret',
    target: altering(everyAccount(({ mo }) => Object.assign(mo, { mo_webhook_secret: 'x' }))),
  }),
];
