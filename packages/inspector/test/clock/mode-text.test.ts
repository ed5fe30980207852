import { describe, expect, test } from 'vitest';
import { modeText, offsetText } from '../../src/clock/mode-text.ts';

describe('the offset of a system clock', () => {
  test('is a whole number of seconds, whatever the start of the emulator took', () => {
    expect(offsetText({ mode: 'system', offset: 5_399_985 })).toBe('+1 h 30 min');
    expect(offsetText({ mode: 'system', offset: -5_400_015 })).toBe('−1 h 30 min');
  });

  test('is not shown below half a second, nor for a virtual clock', () => {
    expect(offsetText({ mode: 'system', offset: -300 })).toBeUndefined();
    expect(offsetText({ mode: 'virtual', offset: 5_000 })).toBeUndefined();
  });

  test('is part of the sentence about the clock', () => {
    expect(modeText({ mode: 'system', offset: -2_000 })).toContain('moved 2 s behind it');
  });
});
