import { test } from 'vitest';
import { expectSignedEventKept } from './kept-events.ts';

test('receipts without a signature never push a signed event out of the default store', () =>
  expectSignedEventKept({}, 100_001));
