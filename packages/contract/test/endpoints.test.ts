import { DELIVERED_CODE, ERRORS, RECEIPT_CODES } from '@messaging-service/contract';
import { describe, expect, test } from 'vitest';
import { rows } from './rows.ts';

describe('the endpoint table', () => {
  test('has every operation, each with its method, path and key (API-2, KEY-2, KEY-3)', () => {
    expect(
      Object.fromEntries(rows.map(([name, { method, path, key }]) => [name, `${method} ${path} ${key}`])),
    ).toEqual({
      'messages.send': 'POST /message account',
      'batches.send': 'POST /batch account',
      'batches.cancel': 'DELETE /batch/{batchUuid} account',
      'batches.receipts': 'GET /batch/{batchUuid} account',
      'batches.listPending': 'GET /batch account',
      'accounts.list': 'GET /account organization',
      'accounts.create': 'POST /account organization',
      'accounts.update': 'PATCH /account/{accountUuid} organization',
      'accounts.topUp': 'PATCH /topup organization',
      'accounts.topUpOnAccountPath': 'PATCH /account/{accountUuid} organization',
      'accounts.deactivate': 'DELETE /account/{accountUuid} organization',
      'receiptCodes.list': 'GET /dr-responses any',
    });
  });

  test('marks no operation as idempotent that sends, creates or adds credits', () => {
    const unsafe = rows.filter(([, { idempotent }]) => !idempotent).map(([name]) => name);
    expect(unsafe).toEqual([
      'messages.send',
      'batches.send',
      'accounts.create',
      'accounts.topUp',
      'accounts.topUpOnAccountPath',
    ]);
  });

  test('reads no body with GET and DELETE (BAT-9)', () => {
    for (const [, { method, body }] of rows)
      expect(body === null).toBe(method === 'GET' || method === 'DELETE');
  });

  test('distinguishes operations of the same method and path by a member of the body', () => {
    const seen = new Map<string, number>();
    for (const [, { method, path, bodyMember = '' }] of rows) {
      const place = `${method} ${path} ${bodyMember}`;
      seen.set(place, (seen.get(place) ?? 0) + 1);
    }
    expect([...seen].filter(([, count]) => count > 1)).toEqual([]);
  });
});

describe('the error table (ERR-2)', () => {
  test('has every code with its status', () => {
    expect(
      Object.fromEntries(Object.entries(ERRORS).map(([code, { status }]) => [code, status])),
    ).toMatchObject({
      invalid_json: 400,
      invalid_request: 400,
      invalid_key: 400,
      multipart_not_allowed: 400,
      insufficient_credits: 402,
      sender_not_owned: 403,
      batch_not_found: 404,
      account_not_found: 404,
      not_found: 404,
      method_not_allowed: 405,
      batch_not_pending: 409,
      duplicate_id: 409,
      shared_sender_unavailable: 409,
      payload_too_large: 413,
      service_unavailable: 503,
    });
  });

  test('every code is snake_case, and a retry fixes only failures of the service', () => {
    for (const [code, { status, retryable }] of Object.entries(ERRORS)) {
      expect(code).toMatch(/^[a-z]+(_[a-z]+)+$/);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(retryable).toBe(status >= 500);
    }
  });
});

test('the catalogue of receipt codes has the published entries, the code of success among them (RCP-4)', () => {
  expect(RECEIPT_CODES.map(({ code }) => code)).toEqual(['00', '1', '2', '22']);
  expect(RECEIPT_CODES[0]).toEqual({ code: DELIVERED_CODE, description: 'Successful' });
});
