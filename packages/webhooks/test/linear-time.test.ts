import { parse, verifySync, type WebhookHeaders } from '@messaging-service/webhooks';
import { describe, expect, test } from 'vitest';
import { headersOf } from './requests.ts';
import { SECRET, SENT_AT } from './samples.ts';

/** So large that anything but linear time takes hours, and linear time well under a second. */
const SIZE = 4_000_000;
const times = (text: string) => text.repeat(Math.ceil(SIZE / text.length));

const bodies: Readonly<Record<string, string>> = {
  'opening brackets': times('['),
  'opening braces': times('{"a":'),
  quotes: times('"'),
  backslashes: `{"t":"${times('\\')}`,
  'white space': times(' \t\r\n'),
  'white space between everything': times('[ ] , '),
  'names of accounts that are never given': times('"account_uuid" '),
  'accounts that never end': times('"account_uuid":"x\\'),
  'a name and then white space': `"account_uuid"${times(' ')}`,
  'one name over and over': `{${times('"mo_uuid":1,')}"a":1}`,
  'one number': times('9'),
  'bytes that are not UTF-8': times('\ud800'),
};

const headers = headersOf('{}');
const heads: Readonly<Record<string, WebhookHeaders>> = {
  'a long signature': { ...headers, signature: times('A') },
  'a long signature that ends wrongly': { ...headers, signature: `${times('A')}!` },
  'a long timestamp': { ...headers, timestamp: times('1') },
  'a long environment': { ...headers, environment: times('x') },
  'many headers': [...Object.entries(headers), ...Array.from({ length: 300_000 }, () => ['x', 'y'] as const)],
  'one header many times': Array.from({ length: 300_000 }, () => ['signature', 'x'] as const),
};

/** The code of whatever is thrown; undefined when nothing is. */
function codeOf(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as { readonly code: unknown }).code;
  }
}

describe('takes linear time and throws what is documented for four megabytes of', () => {
  test.each(Object.entries(bodies))('%s', (_title, body) => {
    const secrets = () => SECRET;
    const named = ({ account_uuid }: { readonly account_uuid: string | undefined }) => account_uuid ?? SECRET;
    for (const found of [secrets, named])
      expect(codeOf(() => verifySync({ body, headers }, { secrets: found, now: SENT_AT }))).toBe(
        'signature_mismatch',
      );
    expect([undefined, 'invalid_json', 'invalid_payload']).toContain(codeOf(() => parse(body)));
  });

  test.each(Object.entries(heads))('%s', (_title, given) => {
    const request = { body: '[]', headers: given };
    expect(codeOf(() => verifySync(request, { secrets: SECRET, now: SENT_AT }))).toMatch(
      /^(malformed_|invalid_headers|signature_mismatch)/,
    );
  });
});
