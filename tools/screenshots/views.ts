import type { Emulator } from '@messaging-service/emulator';
import { VIEWS } from '../../packages/inspector/src/routing/views.ts';

/** A state of the page that is worth a picture. */
export interface Shot {
  readonly name: string;
  readonly hash: string;
  /** The name of a button that opens a dialog. */
  readonly opens?: string;
}

/** Each view before the first message. */
export const EMPTY: readonly Shot[] = VIEWS.map((view) => ({ name: `empty-${view}`, hash: `#/${view}` }));

/** Each view, with and without an open object, and the dialogs. */
export function shotsOf(emulator: Emulator): readonly Shot[] {
  const messages = emulator.messages({ to: '447700900123' });
  const delivered = messages.find(({ state }) => state === 'delivered');
  const failed = emulator.messages({ to: '447700900822' }).at(-1);
  const scheduled = messages.find(({ state }) => state === 'scheduled');
  const delivery = emulator.webhooks().find(({ attempts }) => attempts.length > 1);
  const account = emulator.account.identifier;
  return [
    { name: 'overview', hash: '#/overview' },
    { name: 'phones', hash: '#/phones' },
    { name: 'phones-open', hash: '#/phones/447700900123' },
    { name: 'messages', hash: '#/messages' },
    { name: 'messages-open', hash: `#/messages/${delivered?.messageUuid}` },
    { name: 'messages-failed', hash: `#/messages/${failed?.messageUuid}?state=failed` },
    { name: 'messages-scheduled', hash: `#/messages/${scheduled?.messageUuid}` },
    { name: 'batch', hash: `#/batches/${failed?.batchUuid}` },
    { name: 'clock', hash: '#/clock' },
    { name: 'accounts', hash: `#/accounts/${account}` },
    { name: 'webhooks', hash: '#/webhooks' },
    { name: 'webhooks-open', hash: `#/webhooks/${delivery?.id}` },
    { name: 'requests', hash: '#/requests' },
    { name: 'requests-open', hash: '#/requests/3' },
    { name: 'state', hash: '#/state' },
    { name: 'dialog-send', hash: '#/messages', opens: 'New message' },
    { name: 'dialog-edit', hash: `#/accounts/${account}`, opens: 'Edit' },
    { name: 'dialog-account', hash: '#/accounts', opens: 'New account' },
    { name: 'dialog-threshold', hash: `#/accounts/${account}`, opens: 'Add' },
    { name: 'dialog-fault', hash: '#/requests', opens: 'Other…' },
    { name: 'dialog-replay', hash: '#/requests/3', opens: 'Edit and replay' },
    { name: 'dialog-resend', hash: `#/webhooks/${delivery?.id}`, opens: 'Edit and resend' },
    { name: 'dialog-cancel', hash: '#/clock', opens: 'Cancel batch' },
    { name: 'dialog-rule', hash: '#/state', opens: 'Add a rule' },
    { name: 'dialog-sandbox', hash: '#/state', opens: 'New sandbox' },
    { name: 'dialog-reset', hash: '#/state', opens: 'Reset' },
    { name: 'palette', hash: '#/messages', opens: 'Find anything' },
  ];
}
