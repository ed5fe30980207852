import type { Delivery, Message } from '../answers.ts';
import { exactly, explained, listWith } from '../json-schema.ts';
import type { Operations } from '../operations.ts';
import { linesOf, quoted } from '../texts.ts';
import type { Tool } from '../tool.ts';
import { LIST_ADVICE, partOfList, partSchema, readPart, restOf, SINCE, searched } from './lists.ts';
import {
  deliveryLine,
  MESSAGE_MEMBERS,
  messageLine,
  only,
  outcomeOf,
  shownDelivery,
  shownMessage,
} from './objects.ts';
import { deliverySchema } from './webhooks.ts';

/** Lists what the application has sent. */
export const listMessages: Tool = {
  name: 'list_messages',
  title: 'List messages',
  description:
    'Lists the messages that the application has sent, oldest first, with their states and receipts. Use it to see whether, to whom and in which words something was sent. Returns messageUuid for the tool why.',
  effect: 'reads',
  input: (operations) => ({
    members: {
      ...explained(operations.input('listMessages', 'to from state code batch account since q'), {
        ...SINCE,
        ...searched(
          'state:failed, to:447700900123, from:DEMO, code:22, channel:rcs, account:<name>, batch:<batchUuid>, after:<instant>, before:<instant>, and sent: and resolved: with a period such as 2026-01-01T09:00Z/2026-01-02T09:00Z',
        ),
      }),
      ...partOfList,
    },
  }),
  output: (operations) => partSchema('messages', messagesSchema(operations)),
  advice: LIST_ADVICE,
  run: async ({ controls, args }) => {
    const part = await readPart<Message>(controls, 'listMessages', 'messages', args);
    const { rows, total, offset } = part;
    const text = linesOf([total === 0 && NO_MESSAGES, ...rows.map(messageLine), restOf(part, 'messages')]);
    return { text, data: { total, offset, messages: rows.map(shownMessage) } };
  },
};

const NO_MESSAGES =
  'No message matches. list_requests shows calls that were refused, and list_due shows messages that are scheduled for later.';

/** The schema of a list of messages. */
export function messagesSchema(operations: Operations) {
  return listWith(operations.answer('listMessages', 'messages').messages, MESSAGE_MEMBERS);
}

const AWAITED = `${MESSAGE_MEMBERS} code match`;

/** Waits for a message, or a one-time code. */
export const waitForMessage: Tool = {
  name: 'wait_for_message',
  title: 'Wait for a message or a code',
  description:
    'Returns the latest message that matches, or waits in real time for the next one. With code: true, it returns the one-time code of the text. To wait only for what an action causes, call get_environment first and pass its mark as since.',
  effect: 'reads',
  input: (operations) => ({
    members: explained(
      operations.input('waitForMessage', 'to from contains pattern code since after timeout'),
      SINCE,
    ),
  }),
  output: (operations) => {
    const members = operations.answer('waitForMessage', AWAITED);
    return exactly(members, Object.keys(members));
  },
  advice: {
    ...LIST_ADVICE,
    wait_timeout:
      'Next: list_requests shows whether the application called the service, and with which response. If the text is due later, move the clock with advance_clock.',
    not_found: 'Pass as "after" a messageUuid of list_messages, and as "since" the mark of get_environment.',
  },
  run: async ({ controls, args }) => {
    const found = await controls.call<Message & { readonly code: string | null }>('waitForMessage', args);
    const { code, messageUuid, from, to, body, state } = found;
    const text = linesOf([
      code !== null && `Code: ${code}`,
      `${from} → ${to}, ${state}: ${quoted(body)}`,
      `messageUuid: ${messageUuid}`,
    ]);
    return { text, data: only(found, AWAITED) };
  },
};

/** Writes as a phone. */
export const writeAsPhone: Tool = {
  name: 'write_as_phone',
  title: 'Write as a phone',
  description:
    'Sends a text from a phone to the application, such as YES or STOP, and reports how the webhook of the application responded. By default it goes to the sender ID of the latest message that the phone got.',
  effect: 'adds',
  input: (operations) => ({
    members: operations.input('receiveInbound', 'from message to channel'),
    required: ['from', 'message'],
  }),
  output: (operations) => ({
    ...exactly(
      {
        inbound: operations.get('receiveInbound').answer,
        webhook: { anyOf: [deliverySchema(operations), { type: 'null' }] },
      },
      ['inbound', 'webhook'],
    ),
  }),
  advice: {
    invalid_request:
      'Pass the number of a phone as "from", a text as "message", and as "to" a sender ID of the account, which get_environment returns.',
    not_found:
      'Pass as "to" a sender ID of the account, which get_environment returns, or let the application send to this phone first.',
  },
  run: async ({ controls, args }) => {
    const inbound = await controls.call<{ mo_uuid: string; to: string }>('receiveInbound', args);
    await controls.call('settle');
    const { rows } = await readPart<Delivery>(controls, 'listWebhooks', 'deliveries', {
      kind: 'inbound-message',
      q: inbound.mo_uuid,
      limit: 1,
    });
    const [webhook] = rows;
    const text = linesOf([
      `The phone wrote to ${inbound.to}.`,
      webhook === undefined && NO_WEBHOOK,
      webhook !== undefined && deliveryLine(webhook),
      webhook !== undefined && failedAdvice(webhook),
    ]);
    return { text, data: { inbound, webhook: webhook === undefined ? null : shownDelivery(webhook) } };
  },
};

const NO_WEBHOOK =
  'No webhook was sent, because the account has no mo_webhook_url. Set it: PATCH /account/{identifier}?key=<organization key> with {"mo":{"mo_webhook_url":"http://…"}}. get_environment returns identifier and key.';

/** What to do about a webhook that was not accepted. */
function failedAdvice({ id, state, attempts }: Delivery): string | undefined {
  const last = attempts.at(-1);
  if (state === 'succeeded' || last === undefined) return undefined;
  return `The application did not accept it (${outcomeOf(last)}). Call why with ${id}, or resend_webhook after a fix.`;
}
