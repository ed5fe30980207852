import type { Duration } from '@messaging-service/emulator';
import { createEmulator } from '@messaging-service/emulator';
import { expectTypeOf, test } from 'vitest';

test('the compiler accepts milliseconds, and a number with one unit (EMU-3)', () => {
  expectTypeOf<number | '250ms' | '1.5s' | '10m' | '2h' | '1d'>().toExtend<Duration>();
});

test('the compiler refuses several units and other units (EMU-3)', () => {
  expectTypeOf<'4m59s'>().not.toExtend<Duration>();
  expectTypeOf<'1h 30m'>().not.toExtend<Duration>();
  expectTypeOf<'1w'>().not.toExtend<Duration>();
  expectTypeOf<string>().not.toExtend<Duration>();
});

test('so do the calls that take a duration (EMU-3)', () => {
  const { clock } = createEmulator({ carrier: { after: '3s' } });
  // @ts-expect-error: one unit only.
  void clock.advance('4m59s');
  // @ts-expect-error: one unit only.
  createEmulator({ carrier: { after: { min: '1s', max: '1m30s' } } });
});
