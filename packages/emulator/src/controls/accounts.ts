import { senderIdSchema } from '@messaging-service/contract';
import * as z from 'zod/mini';
import { requireActiveAccount } from '../domain/use-cases/accounts.ts';
import { createNotification, type NotificationOptions } from '../domain/use-cases/notifications.ts';
import { type OrganizationOptions, openOrganization } from '../domain/use-cases/organizations.ts';
import { registerSender, replaceSharedSenders } from '../domain/use-cases/senders.ts';
import { notificationSchema, organizationSchema } from '../runtime/options/accounts.ts';
import { doc } from '../runtime/options/doc.ts';
import { sharedSendersSchema } from '../runtime/options/options-check.ts';
import type { OrganizationCredentials } from '../service/credentials.ts';
import { type ControlsOf, control } from './control.ts';
import { StatusResponse } from './endpoint.ts';
import { organizationAnswer } from './server.ts';
import { EXAMPLES, sharedSenders, text, uuid } from './values.ts';

const sender = ['Sender ID: a name or a number, 1 to 64 characters.', 'SHOP'] as const;

const id = ['A UUID.', EXAMPLES.account] as const;

/** Controls of organizations, accounts and sender IDs, beyond the public API. */
export interface AccountControls {
  /**
   * Creates an organization. The public API cannot do this. By default, its accounts pay credits, and it can hand out any
   * number.
   *
   * @throws {TypeError} An option is invalid.
   *
   * @example
   * ```ts
   * const { identifier, apiKey } = await emulator.createOrganization({ name: 'Surgery', credits: 5000 });
   * console.log(identifier, apiKey);
   * ```
   */
  createOrganization(
    options?: Pick<OrganizationOptions, 'name' | 'credits' | 'creditSystem'>,
  ): OrganizationCredentials;

  /**
   * Adds a custom sender ID to an account.
   *
   * @throws {TypeError} The sender ID is invalid.
   * @throws {Error} The account does not exist, or the sender ID is in the shared pool or owned by another account.
   *
   * @example
   * ```ts
   * await emulator.registerSender(emulator.account.identifier, 'SHOP');
   * ```
   */
  registerSender(accountUuid: string, sender: string): void;

  /**
   * Replaces the pool of shared sender IDs. Locks do not change.
   *
   * @throws {TypeError} A sender ID is invalid.
   * @throws {Error} An account owns one of the sender IDs.
   *
   * @example
   * ```ts
   * await emulator.setSharedSenders(['447700900980', '447700900981']);
   * ```
   */
  setSharedSenders(senders: readonly string[]): void;

  /**
   * Creates a credit notification and returns its UUID. See NTF-6.
   *
   * @throws {TypeError} The notification is invalid.
   * @throws {Error} The account does not exist.
   *
   * @example
   * ```ts
   * const uuid = await emulator.createNotification(emulator.account.identifier, {
   *   url: 'http://127.0.0.1:4020/credits',
   *   threshold_type: 'paid_fixed_number',
   *   threshold_value: 100,
   * });
   * console.log(uuid);
   * ```
   */
  createNotification(accountUuid: string, notification: NotificationOptions): string;
}

/** The controls of accounts. */
export const accountControls: ControlsOf<AccountControls> = {
  createOrganization: control('createOrganization', 'POST /organizations', {
    input: (options = {}) => ({ body: options }),
    invalid: 'The organization is not valid',
    tag: 'accounts',
    description: 'Creates an organization.',
    body: organizationSchema,
    answer: organizationAnswer,
    statuses: [201],
    run: ({ service, body }) => {
      const { uuid: identifier, apiKey } = service.execute((tx) => openOrganization(tx, body));
      return { identifier, apiKey };
    },
  }),
  registerSender: control('registerSender', 'POST /accounts/{id}/senders', {
    input: (accountUuid, added) => ({ id: accountUuid, body: { sender: added } }),
    invalid: 'The sender ID is not valid',
    output: () => undefined,
    changesCredentials: true,
    tag: 'accounts',
    id,
    description: 'Adds a custom sender ID to an account. The status is 200 if the account already owns it.',
    body: z.strictObject({ sender: doc(senderIdSchema, ...sender) }),
    answer: z.strictObject({ sender: text(...sender) }),
    statuses: [201, 200],
    refusals: ['not_found', 'conflict'],
    run: ({ service, id: given, body: { sender: added } }) =>
      service.execute((tx) => {
        const account = requireActiveAccount(tx.state, given);
        const owned = tx.state.senderOwners.get(added) === account.uuid;
        registerSender(tx, account, added);
        return new StatusResponse(owned ? 200 : 201, { sender: added });
      }),
  }),
  setSharedSenders: control('setSharedSenders', 'PUT /shared-senders', {
    input: (senders) => ({ body: { senders } }),
    invalid: 'The pool of shared sender IDs is not valid',
    output: () => undefined,
    changesCredentials: true,
    tag: 'accounts',
    description: 'Replaces the pool of shared sender IDs. Locks stay.',
    body: z.strictObject({
      senders: doc(
        sharedSendersSchema,
        'Shared sender IDs. A number gets a random one of them.',
        EXAMPLES.sharedSenders,
      ),
    }),
    answer: z.strictObject({ senders: sharedSenders }),
    refusals: ['conflict'],
    run: ({ service, body: { senders } }) => {
      service.execute((tx) => replaceSharedSenders(tx, senders));
      return { senders: service.core.state.sharedSenders };
    },
  }),
  createNotification: control('createNotification', 'POST /accounts/{id}/notifications', {
    input: (accountUuid, notification) => ({ id: accountUuid, body: notification }),
    invalid: 'The notification is not valid',
    output: ({ notification_uuid: created }) => created,
    tag: 'accounts',
    id,
    description: 'Creates a credit notification.',
    body: notificationSchema,
    answer: z.strictObject({
      notification_uuid: uuid('UUID of the credit notification.', '0c3b1f5e-6f0a-4d8e-9d43-5b8f7a1c2e60'),
    }),
    statuses: [201],
    run: ({ service, id: given, body }) => ({
      notification_uuid: service.execute((tx) =>
        createNotification(tx, requireActiveAccount(tx.state, given), body),
      ),
    }),
  }),
};
