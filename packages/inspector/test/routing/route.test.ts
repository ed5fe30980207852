import { expect, test } from 'vitest';
import { href, parseRoute, VIEWS } from '../../src/routing/route.ts';

test.each(VIEWS)('the address of the view %s leads to it', (view) => {
  expect(parseRoute(href(view))).toEqual({ view, parameters: {} });
});

test('parameters survive the address, whatever characters they contain', () => {
  const parameters = { id: 'a b', search: '+44 & "50%" #1?', state: 'ümlaut' };
  expect(parseRoute(href('messages', parameters))).toEqual({ view: 'messages', parameters });
});

test('empty and missing parameters are not in the address', () => {
  expect(href('messages', { id: undefined, search: '', state: 'failed' })).toBe('#/messages?state=failed');
  expect(href('messages', { id: undefined })).toBe('#/messages');
});

test.each(['', '#', '#/', '#/nothing', '#/nothing?id=1', '#/constructor'])(
  'the address "%s" leads to the first view',
  (hash) => {
    expect(parseRoute(hash).view).toBe('phones');
  },
);

test('a question mark in a parameter is part of it', () => {
  expect(parseRoute('#/messages?search=who?').parameters).toEqual({ search: 'who?' });
});
