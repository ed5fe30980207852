import { expect, test } from 'vitest';
import { href, objectHref, parseRoute, VIEWS } from '../../src/routing/route.ts';

test.each(VIEWS)('the address of the view %s leads to it', (view) => {
  expect(parseRoute(href(view))).toEqual({ view, parameters: {} });
});

test('parameters survive the address, whatever characters they contain', () => {
  const parameters = { id: 'a b/%', search: '+44 & "50%" #1?', state: 'ümlaut' };
  expect(parseRoute(href('messages', parameters))).toEqual({
    view: 'messages',
    opened: 'message',
    parameters,
  });
});

test.each([
  ['message', '#/messages/42?state=failed', 'messages', { id: '42', state: 'failed' }],
  ['batch', '#/batches/42?state=failed', 'messages', { batch: '42', state: 'failed' }],
  ['request', '#/requests/42?state=failed', 'requests', { id: '42', state: 'failed' }],
  ['webhook', '#/webhooks/42?state=failed', 'webhooks', { id: '42', state: 'failed' }],
  ['account', '#/accounts/42?state=failed', 'accounts', { id: '42', state: 'failed' }],
  ['phone', '#/phones/42?state=failed', 'phones', { number: '42', state: 'failed' }],
  ['job', '#/jobs/42?state=failed', 'clock', { id: '42', state: 'failed' }],
] as const)('a %s has an address that opens it in its view', (kind, address, view, parameters) => {
  expect(objectHref(kind, '42', { state: 'failed' })).toBe(address);
  expect(parseRoute(address)).toEqual({ view, opened: kind, parameters });
});

test('a phone number is in the address without the plus', () => {
  expect(objectHref('phone', '+447700900123')).toBe('#/phones/447700900123');
});

test('the identifier among the parameters of a view opens the object, too', () => {
  expect(parseRoute('#/messages?id=42')).toEqual({
    view: 'messages',
    opened: 'message',
    parameters: { id: '42' },
  });
});

test('messages filtered by batch do not open the batch', () => {
  expect(parseRoute(href('messages', { batch: '42' }))).toEqual({
    view: 'messages',
    parameters: { batch: '42' },
  });
});

test('empty and missing parameters are not in the address', () => {
  expect(href('messages', { id: undefined, search: '', state: 'failed' })).toBe('#/messages?state=failed');
  expect(href('messages', { id: undefined })).toBe('#/messages');
});

test.each(['', '#', '#/', '#/nothing', '#/nothing?id=1', '#/constructor', '#/constructor/1'])(
  'the address "%s" leads to the first view',
  (hash) => {
    expect(parseRoute(hash).view).toBe('overview');
  },
);

test('a malformed escape in an address is read as text', () => {
  expect(parseRoute('#/messages/50%').parameters).toEqual({ id: '50%' });
});

test('a question mark in a parameter is part of it', () => {
  expect(parseRoute('#/messages?search=who?').parameters).toEqual({ search: 'who?' });
});
