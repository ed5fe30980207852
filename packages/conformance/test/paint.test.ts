import { COLORED, choosePaint, PLAIN } from '@messaging-service/conformance/core';
import { expect, test } from 'vitest';

test.each([
  ['a terminal has colors', {}, true, COLORED],
  ['a file or a pipe has none', {}, false, PLAIN],
  ['a terminal without abilities has none', { TERM: 'dumb' }, true, PLAIN],
  ['NO_COLOR turns them off', { NO_COLOR: '1' }, true, PLAIN],
  ['NO_COLOR turns them off with any value', { NO_COLOR: '0' }, true, PLAIN],
  ['an empty NO_COLOR has no effect', { NO_COLOR: '' }, true, COLORED],
  ['FORCE_COLOR turns them on', { FORCE_COLOR: '1' }, false, COLORED],
  ['an empty FORCE_COLOR turns them on', { FORCE_COLOR: '' }, false, COLORED],
  ['FORCE_COLOR=0 turns them off', { FORCE_COLOR: '0' }, true, PLAIN],
  ['FORCE_COLOR=false turns them off', { FORCE_COLOR: 'false' }, true, PLAIN],
  ['FORCE_COLOR decides before NO_COLOR', { FORCE_COLOR: '1', NO_COLOR: '1' }, false, COLORED],
])('%s', (_, env, isTerminal, paint) => {
  expect(choosePaint(env, isTerminal)).toBe(paint);
});
