import { type Checks, readPhoneNumber, uuidSchema } from '@messaging-service/contract';
import { FORMS, type Form, programOf } from '@messaging-service/stories';
import * as z from 'zod/mini';
import { invalidRequest } from '../http/decode.ts';
import { requireRequest } from '../public-api/logged-request.ts';
import { doc, optional } from '../runtime/options/doc.ts';
import { anything, requireOptions } from '../runtime/options/input-check.ts';
import { type InstantInput, instant, parseInstant } from '../runtime/time/instant.ts';
import { insteadOf } from '../service/handset-number.ts';
import type { Service } from '../service/service.ts';
import type { Selection } from '../story/history.ts';
import { tellStory } from '../story/tell-story.ts';
import { type ControlsOf, control } from './control.ts';
import { instantParameter, instantText } from './queries.ts';
import { EXAMPLES, text } from './values.ts';

/**
 * The part of the history to write down: one message, the conversation of a phone, a call of the log, or a period. Default:
 * everything.
 *
 * @example
 * ```ts
 * const since = await emulator.mark();
 * const { messageUuid } = await messages.sendOne(message);
 * const ofMessage = await emulator.story({ message: messageUuid, form: 'vitest' });
 * const ofPhone = await emulator.story({ phone: '447700900123', form: 'node-test' });
 * const ofPeriod = await emulator.story({ since, until: '2100-01-01T00:00Z', form: 'curl' });
 * console.log(ofMessage.text.length, ofPhone.text.length, ofPeriod.text.length);
 * ```
 */
export interface StoryOptions {
  /** Message UUID. */
  message?: string | undefined;
  /** A phone number with its country code, in any notation. */
  phone?: string | undefined;
  /** The number of a call in the log of requests. */
  request?: string | number | undefined;
  /** The beginning of a period: an instant, or a mark. */
  since?: InstantInput | undefined;
  /** The end of a period, exclusive: an instant. */
  until?: InstantInput | undefined;
  /** The form of the program; default `vitest`. */
  form?: StoryForm | undefined;
}

/** The forms of programs that stories have. */
export type StoryForm = Form;

/** A story as a program. */
export interface StoryText {
  /** The form of the program. */
  form: StoryForm;
  /** What it is about, in words. */
  name: string;
  /** A name for its file. */
  file: string;
  /** The command that runs the file. */
  run: string;
  /** The program. */
  text: string;
  /** Differences between the history and the program, a sentence each. */
  gaps: string[];
}

const INVALID_OPTIONS = 'The options of story() are not valid';

/** The schema checks the values. */
const STORY_CHECKS: Checks<StoryOptions> = {
  message: anything,
  phone: anything,
  request: anything,
  since: anything,
  until: anything,
  form: anything,
};

const isPointInTime = z.refine<string>(
  (given) => parseInstant(given) !== undefined || /^\d{1,15}-\d{1,15}$/.test(given),
  'must be an ISO 8601 instant such as 2026-01-01T09:00Z, or a mark',
);

const storyQuery = z
  .strictObject({
    message: optional(uuidSchema, 'Message UUID.', EXAMPLES.message),
    phone: optional(
      z.string(),
      'Number of a phone, in any notation with its country code.',
      EXAMPLES.handset,
    ),
    request: optional(z.string(), 'Number of a call in the log of requests.', '7'),
    since: optional(
      instantText.check(isPointInTime),
      'The beginning of a period: an instant, or a mark.',
      EXAMPLES.now,
    ),
    until: optional(instantParameter, 'The end of a period, exclusive: an instant.', EXAMPLES.later),
    form: optional(z.enum(FORMS), 'The form of the program. Default: `vitest`.', 'vitest'),
  })
  .check(
    z.refine(
      ({ message, phone, request, since, until }) =>
        [message, phone, request, since ?? until].filter((part) => part !== undefined).length <= 1,
      'must have only one of "message", "phone", "request" and a period',
    ),
  );

const storyAnswer = z.strictObject({
  form: doc(z.enum(FORMS), 'The form of the program.', 'vitest'),
  name: text('What the story is about, in words.', 'the text to 447700900123 is delivered'),
  file: text('A name for the file of the program.', 'story.test.ts'),
  run: text('The command that runs the file.', 'npx vitest run story.test.ts'),
  text: text('The program.', "test('the text to 447700900123 is delivered', async ({ emulator }) => {});"),
  gaps: doc(z.array(z.string()), 'Differences between the history and the program, a sentence each.', []),
});

/** Writes the history as a program. */
export interface StoryControls {
  /**
   * Turns a part of the history into a program that repeats it and checks every outcome: a test for Vitest, `node:test` or
   * Playwright, or a script with curl. EMU-31.
   *
   * @param options - The part of the history, and the form of the program.
   * @throws {TypeError} An option is not valid.
   * @throws {Error} The part is empty, or has more than 500 messages and other actions.
   *
   * @example
   * ```ts
   * const { messageUuid } = await messages.sendOne({ ...message, to: '447700900822' });
   * const { file, text } = await emulator.story({ message: messageUuid, form: 'vitest' });
   * console.log(file, text);
   * ```
   */
  story(options?: StoryOptions): Promise<StoryText>;
}

/** The controls of stories. */
export const storyControls: ControlsOf<StoryControls> = {
  story: control('getStory', 'GET /story', {
    input: (options = {}) => {
      const { since, until, ...others } = requireOptions(INVALID_OPTIONS, options, STORY_CHECKS);
      return { query: { ...others, since: written(since), until: written(until) } };
    },
    invalid: INVALID_OPTIONS,
    isAsync: true,
    tag: 'messages',
    description:
      'Turns a part of the history into a program that repeats it and checks every outcome. Select one message, one phone, one logged call or a period. Default: everything.',
    query: storyQuery,
    answer: storyAnswer,
    refusals: ['not_found', 'conflict'],
    run: async ({ service, query }) => {
      const { form = 'vitest', ...part } = query;
      const story = await tellStory(service, selectionOf(service, part));
      return { form, name: story.name, ...programOf(story, form), gaps: [...story.gaps] };
    },
  }),
};

/** A mark is any text that is not an instant. */
function written(given: InstantInput | undefined): Date | string | undefined {
  if (given === undefined || typeof given === 'string') return given;
  return new Date(instant(given));
}

function selectionOf(
  service: Service,
  {
    message,
    phone,
    request,
    since,
    until = Number.POSITIVE_INFINITY,
  }: Omit<z.infer<typeof storyQuery>, 'form'>,
): Selection {
  if (message !== undefined) return { kind: 'message', uuid: message.toLowerCase() };
  if (phone !== undefined) return { kind: 'phone', number: numberOf(phone) };
  if (request !== undefined) return { kind: 'call', call: requireRequest(service, request) };
  const at = since === undefined ? undefined : parseInstant(since);
  const after = since === undefined || at !== undefined ? 0 : service.positionOf(since);
  return { kind: 'period', since: at ?? Number.NEGATIVE_INFINITY, until, after };
}

function numberOf(phone: string): string {
  const number = readPhoneNumber(phone);
  if (number === undefined) throw invalidRequest([{ path: 'phone', message: `must be ${insteadOf(phone)}` }]);
  return number;
}
