import * as z from 'zod/mini';
import { Rejection } from '../domain/state/rejection.ts';
import {
  ACTION_KINDS,
  DECIDED_BY_KINDS,
  type ObjectReference,
  type Reason,
  SUBJECT_KINDS,
} from '../reasons/reason.ts';
import { whyOf } from '../reasons/why.ts';
import { doc, optional } from '../runtime/options/doc.ts';
import { type ControlsOf, control } from './control.ts';
import { EXAMPLES, flag, statusOrNull, text, textOrNull } from './values.ts';

/** Explains outcomes. */
export interface ReasonControls {
  /**
   * Explains an outcome: what decided it, how your server responded, what to do about it, and until when it can change.
   * EMU-29.
   *
   * @param id - The UUID of a message, a batch, a webhook or a message from a phone; the number of a request; `entry:` and the
   * number of a change of credits; or the identifier of a pending job.
   * @throws {Error} The service does not have the object.
   *
   * @example
   * ```ts
   * const { messageUuid } = await messages.sendOne({ ...message, to: '447700900822' });
   * const { outcome, decidedBy } = await emulator.why(messageUuid);
   * console.log(outcome); // failed with 22: No response from the SME (e.g. phone switched off)
   * console.log(decidedBy.text); // test number …822, which fails with 22
   * ```
   */
  why(id: string): Reason;
}

const reference = (example: ObjectReference) =>
  z.strictObject({
    kind: doc(z.enum([...SUBJECT_KINDS, 'account']), 'Kind of the object.', example.kind),
    id: text('Identifier of the object: what `GET /why/{id}` takes, or an account UUID.', example.id),
    text: text('The object in words.', example.text),
    within: optional(
      z.string(),
      'The account UUID of a change of credits, or the number of the phone that wrote a message.',
      EXAMPLES.account,
    ),
  });

const reasonAnswer = z.strictObject({
  subject: doc(
    reference({ kind: 'message', id: EXAMPLES.message, text: 'message to +447700900822' }),
    'The object that the reason is about.',
  ),
  outcome: text('The outcome in words.', 'failed with 22: No response from the handset'),
  result: doc(
    z.enum(['success', 'failure', 'open']),
    'Whether it worked; `open` while it is not decided.',
    'failure',
  ),
  code: optional(z.string(), 'The receipt code of a message, or the error code of a request.', '22'),
  decidedBy: doc(
    z.strictObject({
      kind: doc(z.enum(DECIDED_BY_KINDS), 'Kind of what decided it.', 'rule'),
      text: text('What decided it, in words.', 'rule 2 of the network, for 4477009002*'),
      position: optional(z.int(), 'The position of a rule among the rules of that time, from 1.', 2),
      pattern: optional(z.string(), 'The pattern of a rule.', '4477009002*'),
      digits: optional(z.string(), 'The last three digits of a test number.', '822'),
      sender: optional(z.string(), 'The sender ID that the recipient has opted out of.', 'DEMO'),
    }),
    'What decided the outcome.',
  ),
  explanation: optional(
    z.string(),
    'The cause in a sentence, also for unknown codes.',
    'The handset did not respond, for example because it is switched off or out of range.',
  ),
  otherSide: optional(
    z.strictObject({
      status: statusOrNull('Status of the response; null when there was none.', 500),
      error: textOrNull('Why there was no response; null when there was one.', 'ECONNREFUSED'),
      text: text('The first lines of the response.', 'TypeError: order is undefined'),
      isCut: flag('Whether the response is longer than that.', false),
    }),
    'How your server responded to the webhook.',
  ),
  remedy: optional(
    z.strictObject({
      text: text('What to do, in words.', 'Send the message again later.'),
      action: optional(z.enum(ACTION_KINDS), 'The action of a button that does it.', 'resend'),
      target: optional(
        z.string(),
        'The object of the action: the identifier of a message, an account, a webhook, a request or a fault, or an instant.',
        EXAMPLES.webhook,
      ),
    }),
    'What to do about the outcome.',
  ),
  cause: optional(
    reference({ kind: 'request', id: '7', text: 'request #7 POST /message' }),
    'The object that caused it.',
  ),
  fault: optional(
    z.string(),
    'The fault that hit it, as a sentence.',
    'next 3 sends fail with 503, retry after 10 s',
  ),
  until: optional(z.string(), 'Until when the outcome can change on its own. ISO 8601, GMT.', EXAMPLES.later),
});

/** The controls of reasons. */
export const reasonControls: ControlsOf<ReasonControls> = {
  why: control('why', 'GET /why/{id}', {
    input: (id) => ({ id }),
    tag: 'messages',
    id: [
      'The UUID of a message, a batch, a webhook or a message from a handset; the number of a request; `entry:` and the number of a change of credits; or the identifier of a pending job.',
      EXAMPLES.message,
    ],
    description:
      'Explains an outcome: what decided it, how your server responded, what to do about it, and until when it can change.',
    answer: reasonAnswer,
    run: ({ service, id }) => {
      const reason = whyOf(service, id);
      if (reason !== undefined) return reason;
      throw new Rejection(
        'not_found',
        `There is no object ${id.slice(0, 100)}: no message, batch, webhook, request, pending job, change of credits or message from a handset.`,
      );
    },
  }),
};
