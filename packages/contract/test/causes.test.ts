import {
  causeOfError,
  causeOfReceipt,
  ERROR_CAUSES,
  ERRORS,
  RECEIPT_CAUSES,
  RECEIPT_CODES,
  WEBHOOK_FAILURES,
  type WebhookFailure,
  webhookFailureOf,
} from '@messaging-service/contract';
import { describe, expect, test } from 'vitest';

const TABLES = { ERROR_CAUSES, RECEIPT_CAUSES, WEBHOOK_FAILURES };

describe('causes and remedies (EMU-29)', () => {
  test.each(Object.entries(TABLES))('are full sentences: %s', (_, table) => {
    const texts = Object.values(table).flatMap(({ cause, remedy }) => [cause, remedy]);
    for (const text of texts) expect(text).toMatch(/^[A-Z][^\n]*\.$/);
  });

  test('exist for each error code, and for no other', () => {
    expect(Object.keys(ERROR_CAUSES).toSorted()).toEqual(Object.keys(ERRORS).toSorted());
  });

  test('exist for each receipt code that the service publishes', () => {
    for (const { code } of RECEIPT_CODES) expect(causeOfReceipt(code)).toMatchObject({ isKnown: true });
  });

  test.each(['a_newer_code', 'toString', '__proto__', '', 'x'.repeat(5_000)])(
    'of a code that is not known say so, and blame nobody: %s',
    (code) => {
      for (const cause of [causeOfError(code), causeOfReceipt(code)]) {
        expect(cause.isKnown).toBe(false);
        expect(cause.cause).toMatch(/ is unknown, and so is its cause\.$/);
        expect(cause.cause.length).toBeLessThan(200);
      }
    },
  );
});

/** What each failure looks like: a status, or the error of the connection as fetch has it. */
const FAILURES: readonly (readonly [result: number | string, failure: WebhookFailure])[] = [
  ['ECONNREFUSED', 'connection-refused'],
  ['ENOTFOUND', 'unknown-host'],
  ['EAI_AGAIN', 'unknown-host'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
  ['ETIMEDOUT', 'unreachable'],
  ['UND_ERR_CONNECT_TIMEOUT', 'unreachable'],
  ['bad port', 'blocked-port'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'tls'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
  ['CERT_HAS_EXPIRED', 'tls'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
  ['EPROTO', 'tls'],
  ['ECONNRESET', 'cut'],
  ['UND_ERR_SOCKET', 'cut'],
  ['other side closed', 'cut'],
  ['HPE_INVALID_CONSTANT', 'cut'],
  ['no response within 10000 ms', 'timeout'],
  ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
  ['refused: the URL is that of an emulator, which does not receive webhooks', 'own-api'],
  ['fetch failed', 'unknown'],
  ['', 'unknown'],
  [201, 'other-success'],
  [204, 'other-success'],
  [301, 'redirect'],
  [307, 'redirect'],
  [400, 'rejected'],
  [422, 'rejected'],
  [401, 'unauthorized'],
  [403, 'unauthorized'],
  [404, 'no-route'],
  [405, 'no-route'],
  [429, 'overloaded'],
  [503, 'overloaded'],
  [500, 'server-error'],
  [502, 'server-error'],
];

describe('the failure of an attempt at a webhook (WHK-2)', () => {
  test.each(FAILURES)('%s is %s', (result, failure) => {
    const attempt =
      typeof result === 'number' ? { status: result, error: null } : { status: null, error: result };
    expect(webhookFailureOf(attempt)).toBe(failure);
  });

  test('does not exist for status 200', () => {
    expect(webhookFailureOf({ status: 200, error: null })).toBeUndefined();
  });

  test('of each kind occurs in this table', () => {
    expect(new Set(FAILURES.map(([, failure]) => failure))).toEqual(new Set(Object.keys(WEBHOOK_FAILURES)));
  });
});
