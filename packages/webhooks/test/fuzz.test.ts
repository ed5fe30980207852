import { mulberry32 } from '@messaging-service/test-support';
import {
  parse,
  type VerifySyncOptions,
  verify,
  verifySync,
  WebhookVerificationError,
} from '@messaging-service/webhooks';
import { expect, test } from 'vitest';
import { corpus } from './corpus.ts';
import { headersOf } from './requests.ts';
import { SECRET, SENT_AT } from './samples.ts';

const random = mulberry32(20_260_101);
const oneOf = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;

const SIGNATURE = `${'A'.repeat(43)}=`;
const strangeTexts = ['', ' ', 'x', '{}', '[', '\ud800', '\u0000', '1767259800', SIGNATURE, 'production'];
const strangeValues = [undefined, null, true, false, 0, -1, Number.NaN, Infinity, 10n, Symbol('x')];
const emptyObject = Object.create(null) as object;
const signatures = ['signature', 1];
const strangeLists = [
  [],
  [[]],
  [null],
  ['x'],
  [signatures],
  [['signature']],
  [[Symbol('x'), 'y']],
  [[emptyObject, 'y']],
];
const strangeHeaders = [
  { get: 1 },
  { get: () => 7 },
  { signature: {} },
  { signature: ['a', 'b'] },
  new Headers(),
];
const strangeBytes = [
  new ArrayBuffer(0),
  new Uint8Array(3),
  new Float64Array(1),
  Buffer.from('{}'),
  new Blob([]),
];
const strangeObjects: readonly object[] = [
  {},
  emptyObject,
  { toString: null },
  { type: 'Buffer', data: [123, 125] },
  { [Symbol.toStringTag]: 'ArrayBuffer', byteLength: 1e9 },
  () => '{}',
  new Map(),
  new Date(Number.NaN),
  Promise.resolve('{}'),
  new Proxy({}, {}),
  new (class Body {})(),
];

const strange: readonly unknown[] = [
  ...strangeValues,
  ...strangeTexts,
  ...strangeLists,
  ...strangeHeaders,
  ...strangeBytes,
  ...strangeObjects,
];

/** A request that is right in some parts and strange in the others. */
function strangeRequest(): unknown {
  if (random() < 0.05) return oneOf(strange);
  const body = random() < 0.5 ? oneOf(corpus).bytes : oneOf(strange);
  const headers: unknown = random() < 0.2 ? oneOf(strange) : { ...headersOf('{}') };
  if (typeof headers === 'object' && headers !== null && random() < 0.7) {
    Object.assign(headers, {
      [oneOf(['signature', 'timestamp', 'environment', 'Signature'])]: oneOf(strange),
    });
  }
  const lambda =
    random() < 0.1 ? { isBase64Encoded: true, multiValueHeaders: oneOf([headers, undefined]) } : {};
  return { body, headers, ...lambda };
}

function strangeOptions(): unknown {
  if (random() < 0.05) return oneOf(strange);
  const options: Record<string, unknown> = { secrets: SECRET, now: SENT_AT };
  if (random() < 0.3) options[oneOf(['secrets', 'now', 'tolerance', 'environment'])] = oneOf(strange);
  return options;
}

/** The result as a text that can be compared: the code of the error, or the whole event. */
async function outcome(work: () => unknown): Promise<string> {
  try {
    return JSON.stringify(await work());
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.code;
    throw error;
  }
}

test('requests and options of any shape throw only documented errors, and both functions agree', async () => {
  const seen = new Set<string>();
  for (let round = 0; round < 5_000; round++) {
    const request = strangeRequest() as Parameters<typeof verifySync>[0];
    const options = strangeOptions() as VerifySyncOptions;
    const sync = await outcome(() => verifySync(request, options));
    expect(await outcome(() => verify(request, options))).toBe(sync);
    seen.add(sync);
  }
  expect(seen.size).toBeGreaterThan(12);
});

test('bodies of any shape make parse throw only documented errors', async () => {
  for (const body of strange) {
    for (const payload of [body, { mo_uuid: body }, { receiptInfo: body }]) {
      expect(await outcome(() => parse(payload as string).kind)).toMatch(
        /^("unknown"|(missing|invalid)_[a-z]+)$/,
      );
    }
  }
});
