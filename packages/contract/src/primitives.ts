import * as z from 'zod/mini';
import { invisibleCharacters } from './phone-number.ts';
import { list, notEmpty, openTo } from './schema.ts';
import { parseTimestamp } from './timestamp.ts';
import { NOT_A_WEB_URL, webUrlProblem } from './web-url.ts';

/**
 * A value from a list that may grow. Your editor suggests the known values, and a newer service with other values does not
 * break an older client.
 */
export type OpenEnum<Known extends string> = Known | (string & {});

/** The known channels of messages. */
export const CHANNELS = ['sms', 'rcs'] as const;

/** A channel a message can be sent on. */
export type Channel = (typeof CHANNELS)[number];

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const PHONE_NUMBER = /^\+?[1-9][0-9]{6,14}$/;
/** The same, or a short code. */
const ANY_NUMBER = /^\+?[0-9]{3,15}$/;
/**
 * A number with its country code in another notation: in groups after a plus or `00`, otherwise in one group. The sentence
 * about it needs no more than this, and every client has this schema; `readPhoneNumber` is far larger.
 */
const OTHER_NOTATION =
  /^(?:tel:|sms:)?[^\p{L}\p{Nd}+]*(?:(?:\+[^\p{L}\p{Nd}]*|00)(?!0)(?:\p{Nd}[^\p{L}\p{Nd}]*){7,15}|(?!0)\p{Nd}{7,15}[^\p{L}\p{Nd}]*)$/iu;
// A sender ID must not contain control characters.
const SENDER_ID = /^(?!\s)[^\u0000-\u001f\u007f]{1,64}(?<!\s)$/u;

/** Refuses texts that cannot be encoded, because a different text would be sent and signed. See API-12. */
const wellFormed = () =>
  z.refine<string>(
    (text) => text.isWellFormed(),
    'must be well-formed Unicode: it contains half of a surrogate pair',
  );

/** Any 8-4-4-4-12 hexadecimal UUID; samples use some that RFC 9562 does not know, so the version is not checked. See API-14. */
export const uuidSchema = z
  .string()
  .check(z.regex(UUID, 'must be a UUID, such as 0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f'));

/** The identifier in a response: any text, but not an empty one. */
export const identifierSchema = z.string().check(z.refine((text) => text !== '', 'must not be empty'));

/** A mobile number: 7 to 15 digits with the country code, with or without a leading plus. See API-3. */
export const phoneNumberSchema = openTo(
  z.string().check(z.regex(PHONE_NUMBER, { error: ({ input }) => numberSentence(input) })),
  z.string().check(z.regex(ANY_NUMBER, 'must be a number: 3 to 15 digits, such as 447700900123 or 60777')),
);

function numberSentence(input: unknown): string {
  const text = typeof input === 'string' ? input : '';
  const invisible = invisibleCharacters(text);
  const found = invisible === '' ? '' : ` (it contains the invisible ${invisible})`;
  return OTHER_NOTATION.test(text)
    ? `must be digits only, such as 447700900123${found}; use normalizePhoneNumber`
    : `must be a mobile number with its country code, 7 to 15 digits, such as 447700900123${found}`;
}

/** A sender ID: a name or a number, up to 64 characters, without control characters or outer white space. See SND-8. */
export const senderIdSchema = z
  .string()
  .check(
    z.regex(SENDER_ID, 'must be a sender ID: 1 to 64 characters, no control characters, no outer spaces'),
    wellFormed(),
  );

/** Text that can be encoded: at least one character, and no lone half of a surrogate pair. */
export const messageTextSchema = z.string().check(
  z.refine((text) => text.length > 0, 'must not be empty'),
  wellFormed(),
);

const TIMESTAMP_SENTENCE =
  'must be an ISO 8601 timestamp that exists, with at least minutes, such as 2026-01-01T09:00Z';

/** An instant: ISO 8601 down to minute precision, GMT unless it names an offset. */
export const timestampSchema = z
  .string({ error: ({ input }) => (input === undefined ? undefined : TIMESTAMP_SENTENCE) })
  .check(z.refine((text) => parseTimestamp(text) !== undefined, TIMESTAMP_SENTENCE));

/**
 * The maximum length of the URL of a webhook, in characters: common servers accept no longer ones, and parsing takes
 * time.
 */
const LONGEST_URL = 8_192;

/** The address of a webhook: absolute, `http:` or `https:`. See WHK-7. */
export const webhookUrlSchema = z
  .string()
  .check(webhookUrl('such as https://example.com/receipts'), wellFormed());

/** The same, or the empty string, which unsets it. See ACC-5. */
export const unsettableWebhookUrlSchema = z
  .string()
  .check(webhookUrl('such as https://example.com/inbound, or empty to unset it', true), wellFormed());

/** The secret that signs webhooks: any text that can be encoded. */
export const webhookSecretSchema = z.string().check(wellFormed());

/** A name of letters, digits, dashes, dots and underscores, such as a value that a newer service knows. */
export const nameSchema = z
  .string()
  .check(z.regex(/^[\w.-]{1,64}$/, 'must be a name of letters, digits, dashes, dots and underscores'));

/** One of {@link CHANNELS}. */
export const channelSchema = openTo(z.enum(CHANNELS), nameSchema);

/** A priority-ordered list of channels: at least one, each at most once. See MSG-8. */
export const channelsSchema = list(
  channelSchema,
  notEmpty('must name at least one channel'),
  z.refine((channels) => new Set(channels).size === channels.length, 'must name each channel once'),
);

/** A whole number that JavaScript represents exactly. */
export const integerSchema = z.int();

/**
 * A boolean of the query string: `true`, `false`, `1` or `0`; anything else is refused, since a mistyped dry run would
 * send. See API-15.
 */
export const flagSchema = z.pipe(
  z.enum(['0', '1', 'true', 'false']),
  z.transform((text: 'true' | 'false' | '1' | '0') => text === 'true' || text === '1'),
);

/**
 * Checks the URL of a webhook.
 *
 * @param example - A correct one, in words.
 * @param canBeEmpty - Whether the empty string is accepted.
 */
function webhookUrl(example: string, canBeEmpty = false) {
  return z.check<string>(({ value, issues }) => {
    if (value === '' && canBeEmpty) return;
    const problem = value.length > LONGEST_URL ? NOT_A_WEB_URL : webUrlProblem(value);
    if (problem === undefined) return;
    const message =
      problem === NOT_A_WEB_URL
        ? `must be an absolute http or https URL of at most 8,192 characters, ${example}`
        : problem;
    // A problem of one member does not hide those of its object.
    issues.push({ code: 'custom', message, input: value, continue: true });
  });
}
