import type { Reason, Story } from '../answers.ts';
import { ControlError } from '../controls.ts';
import { explained } from '../json-schema.ts';
import { counted, cut, linesOf } from '../texts.ts';
import type { Tool } from '../tool.ts';

/** Says why something has its outcome. */
export const why: Tool = {
  name: 'why',
  title: 'Say why',
  description:
    'Says why something has its outcome: a message, a webhook, a call, a text of a phone, a pending job, a batch or a change of credits. Returns what decided it, what the application responded, and what to do about it. The other tools return the identifiers.',
  effect: 'reads',
  input: (operations) => ({ members: operations.input('why', 'id'), required: ['id'] }),
  output: (operations) => operations.get('why').answer,
  advice: {
    not_found:
      'Pass an identifier that list_messages, list_webhooks, list_requests, list_due or write_as_phone returned. A batch that was cancelled is gone with its messages: list_requests shows the call with DELETE that cancelled it.',
  },
  run: async ({ controls, args }) => {
    const reason = await controls.call<Reason>('why', args);
    const { subject, outcome, decidedBy, explanation, otherSide, remedy, cause, fault } = reason;
    const text = linesOf([
      sentence(`${subject.text}: ${outcome}`),
      sentence(`Decided by: ${decidedBy.text}`),
      explanation,
      otherSide !== undefined &&
        `The application responded to the webhook: ${otherSide.status ?? otherSide.error ?? 'nothing'}${otherSide.text === '' ? '' : `, ${cut(otherSide.text)}`}`,
      fault !== undefined && `A fault hit it: ${fault}.`,
      remedy !== undefined && `What to do: ${remedy.text}`,
      remedy !== undefined && nextCall(remedy),
      cause !== undefined && seeAlso(cause),
    ]);
    return { text, data: { ...reason } };
  },
};

/** A text as a sentence; that of an error can already be one. */
function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** The call that does what helps, by the action of the inspector for it. */
const NEXT_CALL: Readonly<Record<string, (target: string) => string>> = {
  advance: (instant) => `advance_clock {"to": "${instant}"}`,
  resend: (id) => `resend_webhook {"id": "${id}"}`,
  'remove-fault': () => 'clear_faults {}',
  'set-reply-url': (account) =>
    `PATCH /account/${account}?key=<organization key> {"mo": {"mo_webhook_url": "http://…"}}`,
  'top-up': (account) => `PATCH /topup?key=<organization key> {"accountUuid": "${account}", "topup": 100}`,
};

function nextCall({ action = '', target = '' }: NonNullable<Reason['remedy']>): string | undefined {
  const call = NEXT_CALL[action]?.(target);
  return call === undefined ? undefined : `Next call: ${call}`;
}

/** The object to look at next. An account has no outcome. */
function seeAlso({ kind, id, text }: NonNullable<Reason['cause']>): string {
  return kind === 'account' ? `See also: ${text}, ${id}.` : `See also: ${text} (why: ${id}).`;
}

const SHORTER =
  'Pass message, phone or request, or since and until with instants. For the next story, call get_environment first and pass its mark as since.';

/** The longest program that an agent gets, in characters. */
const LONGEST_PROGRAM = 24_000;

/** Writes what happened as a test. */
export const getStory: Tool = {
  name: 'get_story',
  title: 'Write what happened as a test',
  description:
    'Writes what happened so far as a program that makes it happen again and checks every outcome: a test for Vitest, node:test or Playwright, or a script with curl. Choose a part with message, phone, request or since. Save it in a file of the project, call the application where the program sends, and correct the outcomes that should be different: the test then fails until the application is fixed.',
  effect: 'reads',
  input: (operations) => ({
    members: explained(operations.input('getStory', 'message phone request since until form'), {
      message: 'A messageUuid: only what is about this message.',
      phone: 'The number of a phone: only its conversation.',
      request: 'The id of a call, which list_requests returns: only this call.',
      since: 'The beginning of a period: an instant, or a mark of get_environment.',
    }),
  }),
  output: (operations) => operations.get('getStory').answer,
  longestText: LONGEST_PROGRAM,
  advice: {
    not_found: 'Pass as "message" a messageUuid of list_messages, or as "request" an id of list_requests.',
    conflict: SHORTER,
    too_long: SHORTER,
  },
  run: async ({ controls, args }) => {
    const story = await controls.call<Story>('getStory', args);
    const { text: program, file, run, gaps } = story;
    if (program.length > LONGEST_PROGRAM)
      throw new ControlError(
        'too_long',
        `The program has ${program.length} characters, and an agent gets at most ${LONGEST_PROGRAM}.`,
      );
    const text = [
      `Save this as ${file}, and run it with: ${run}`,
      ...(gaps.length === 0 ? [] : [`${counted(gaps.length, 'part')} of the history cannot be repeated:`]),
      ...gaps.map((gap) => `- ${gap}`),
      program,
    ].join('\n');
    return { text, data: { ...story } };
  },
};
