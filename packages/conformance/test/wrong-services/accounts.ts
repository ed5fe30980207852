import type { ConformanceTarget } from '@messaging-service/conformance';
import { UNKNOWN_KEY } from '@messaging-service/conformance/core';
import { type AlteredAccount, altering, type Call, responding, rewriting } from '../altered-service.ts';
import {
  accepting,
  breaking,
  hasNewKey,
  notRefused,
  refusingWith,
  responsesTo,
  succeedingWith,
  type WrongService,
} from './wrong-service.ts';

/** The cases that send with the key of a new account. */
const INBOUND = ['webhooks.inbound', 'webhooks.inbound-signed', 'webhooks.inbound-unsigned'];
/** The cases that look for a new account in the list. */
const LISTED = ['edit-account.edit', 'top-up.adds-paid-credits', 'accounts.deactivate'];

const listsAsNewAccount = (call: Call) => call.operation === 'GET /batch' && hasNewKey(call, UNKNOWN_KEY);
const isTestEdit = ({ body }: Call) => body.includes('"negative_limit":7');

/** A service that lists only some accounts. */
function listing(isListed: (account: AlteredAccount) => boolean): ConformanceTarget {
  return altering(responsesTo('GET /account', ({ accounts }) => ({ accounts: accounts.filter(isListed) })));
}

/** A service that refuses an edit of a deactivated account with 400. */
function forgettingDeactivated(): ConformanceTarget {
  const deactivated = new Set<string>();
  return responding(({ operation }) => {
    const [method, path = ''] = operation.split(' ');
    if (method === 'DELETE') deactivated.add(path);
    return method === 'PATCH' && deactivated.has(path) ? Response.json({}, { status: 400 }) : undefined;
  });
}

/** Services that are wrong about accounts which are created, edited, topped up and deactivated. */
export const accounts: readonly WrongService[] = [
  breaking('accounts.create', 'KEY-4', 'creates accounts with a longer key', {
    detail: 'its key does not have 32 hexadecimal characters',
    target: altering(
      responsesTo('POST /account', (body) => {
        const { apiKey } = body as unknown as { readonly apiKey: string };
        return { ...body, apiKey: `${apiKey}0` };
      }),
    ),
    also: INBOUND,
  }),
  breaking('accounts.create', 'ACC-3', 'creates accounts whose key does not work', {
    detail: 'expected status 200; batches.listPending returned 400',
    target: refusingWith(400, listsAsNewAccount),
  }),
  breaking('accounts.create', 'ACC-2', 'does not list new accounts', {
    detail: 'is not listed',
    target: listing(({ name }) => name !== 'Conformance check'),
    also: LISTED,
  }),
  breaking('edit-account.edit', 'ACC-4', 'changes other members in an edit', {
    detail: 'the account is now {',
    target: rewriting((call) =>
      isTestEdit(call) ? { body: `{"schedule":"0 0 * * *",${call.body.slice(1)}` } : undefined,
    ),
  }),
  breaking('edit-account.edit', 'ACC-4', 'edits with another status than success', {
    detail: 'the status was accepted',
    target: altering((_, { operation }) =>
      operation.startsWith('PATCH /account/') ? { status: 'accepted' } : undefined,
    ),
  }),
  ...[
    ['predefined names of schedules', '@hourly'],
    ['extended cron syntax', '0 0 L'],
  ].map(([syntax, schedule = '']) =>
    breaking('edit-account.standard-cron-only', 'ACC-6', `accepts ${syntax}`, {
      detail: 'expected status 400; accounts.update returned 200',
      target: accepting({ status: 'success' }, ({ body }) => body.includes(schedule)),
    }),
  ),
  breaking('top-up.adds-paid-credits', 'CRD-9', 'adds twice the credits', {
    detail: 'a new account had 2 paid credits after a top-up of 1',
    target: rewriting(({ operation, body }) =>
      operation === 'PATCH /topup' ? { body: body.replace('"topup":1', '"topup":2') } : undefined,
    ),
  }),
  breaking('top-up.adds-paid-credits', 'ACC-8', 'tops up without effect', {
    detail: 'a new account had 0 paid credits after a top-up of 1',
    target: accepting({}, ({ body }) => body.includes('"topup":1}') && !body.includes('00000000-')),
    also: INBOUND,
  }),
  breaking('accounts.deactivate', 'ACC-10', 'does not deactivate', {
    detail: 'it is not listed as deleted',
    target: accepting({}, ({ operation }) => operation.startsWith('DELETE /account/')),
  }),
  breaking('accounts.deactivate', 'ACC-10', 'deactivates with status 204', {
    detail: 'expected status 200; accounts.deactivate returned 204',
    target: succeedingWith(204, ({ operation }) => operation.startsWith('DELETE /account/')),
  }),
  breaking('accounts.deactivate', 'ACC-2', 'does not list deactivated accounts', {
    detail: 'is not listed',
    target: listing(({ deleted }) => !deleted),
  }),
  breaking('accounts.deactivate', 'KEY-6', 'accepts the key of a deactivated account', {
    detail: notRefused('batches.listPending'),
    target: accepting({ batches: [] }, listsAsNewAccount),
  }),
  breaking('accounts.deactivate', 'ERR-3', 'refuses an edit of a deactivated account with 400', {
    detail: 'expected status 404; accounts.update returned 400',
    target: forgettingDeactivated(),
  }),
];
