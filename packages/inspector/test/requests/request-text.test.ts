import { expect, test } from 'vitest';
import { withoutKey } from '../../src/requests/request-text.ts';

test.each([
  ['/batch?key=****0123', '/batch'],
  ['/batch/1?key=****0123&details=true', '/batch/1?details=true'],
  ['/batch/1?details=true&key=****0123', '/batch/1?details=true'],
  ['/batch/1?details=true&key=****0123&x=1', '/batch/1?details=true&x=1'],
  ['/dr-responses', '/dr-responses'],
  ['/message?monkey=1', '/message?monkey=1'],
])('%s is shown without its key as %s', (url, shown) => {
  expect(withoutKey(url)).toBe(shown);
});
