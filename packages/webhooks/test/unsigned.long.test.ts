import { test } from 'vitest';
import { expectSignedEventKept } from './kept-events.ts';

test('receipts without a signature never displace a signed event from the default store', () =>
  expectSignedEventKept({}, 100_001));
