import { type KnownContent, parse } from '@messaging-service/webhooks';
import { buildEvent } from '@messaging-service/webhooks/core';
import { describe, expect, test } from 'vitest';
import { creditNotification, inboundMessage } from './samples.ts';

describe('a member that must be a number is converted only where nothing is lost (WHK-9)', () => {
  test.each([
    '07700900123',
    '00447700900123',
    '٠٧٧٠٠٩٠٠١٢٣',
    '4477e3',
    '0x1f',
    '1_000',
    '12345678901234567890',
    '9007199254740993',
    ' 447700900123',
    '447700900123 ',
    '-0',
    '',
  ])('the sender %o stays text', (from) => {
    const kept = from === '' ? { code: 'invalid_payload' } : { payload: { from } };
    const read = () => parse(JSON.stringify({ ...inboundMessage, from }));
    if (from === '') expect(read).toThrow(expect.objectContaining(kept) as Error);
    else expect(read()).toMatchObject(kept);
  });

  test.each([
    ['447700900123', 447_700_900_123],
    ['+447700900123', 447_700_900_123],
  ])('the sender %o is %d', (from, expected) => {
    expect(parse({ ...inboundMessage, from }).payload).toMatchObject({ from: expected });
  });

  test.each([
    ['10', 10],
    ['-12.50', -12.5],
    ['0', 0],
    ['0.25', 0.25],
    ['007', '007'],
    ['1e3', '1e3'],
    ['0.12345678901234567890', '0.12345678901234567890'],
  ])('the balance %o is %o', (paid_credit_balance, expected) => {
    const { payload } = parse({ ...creditNotification, paid_credit_balance });
    expect(payload).toMatchObject({ paid_credit_balance: expected });
  });

  test.each([
    '12345678901234567890',
    '1e20',
    '1E+3',
    '1e400',
    '1.10',
    '7.0',
    '-0',
    '0.12345678901234567890123',
  ])('the identifier %s of the body is its text, and a difference (WHK-9)', (number) => {
    const body = JSON.stringify(inboundMessage).replace(/"mo_uuid":"[^"]*"/, `"mo_uuid":${number}`);
    const { payload, differences } = parse(body) as KnownContent<'inbound-message'>;
    expect(payload.mo_uuid).toBe(number);
    expect(differences).toEqual([{ path: 'mo_uuid', message: 'must be a string' }]);
  });

  test('an integer of the body that JavaScript cannot hold is kept as its text', () => {
    const body = JSON.stringify(inboundMessage)
      .replace(/"mo_uuid":"[^"]*"/, '"mo_uuid":12345678901234567890')
      .replace(/"from":\d+/, '"from":9007199254740993');
    expect(parse(body).payload).toMatchObject({ mo_uuid: '12345678901234567890', from: '9007199254740993' });
  });
});

describe('simulate --set', () => {
  test.each([
    ['from=07700900123', { from: '07700900123' }],
    ['from=12345678901234567890', { from: '12345678901234567890' }],
    ['from=1e3', { from: '1e3' }],
    ['from=1.0', { from: '1.0' }],
    ['from=-0', { from: '-0' }],
    ['from=٠٧٧', { from: '٠٧٧' }],
    ['from=447700900123', { from: 447_700_900_123 }],
    ['message=007', { message: '007' }],
    ['batch_uuid=null', { batch_uuid: null }],
    ['batch_uuid={"a":[12345678901234567890,1]}', { batch_uuid: { a: ['12345678901234567890', 1] } }],
  ])('%s keeps what was typed', (setting, members) => {
    expect(buildEvent('inbound-message', [setting])).toMatchObject(members);
  });
});
