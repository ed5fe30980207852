import { expect, test } from 'vitest';
import type { DeliveryView } from '../../src/api/types.ts';
import { aboutWebhook, deliveryChip } from '../../src/webhooks/about.ts';

test.each([
  [
    'delivery-receipt',
    { destination: '+447700900123', delivered: true },
    'Hello',
    '+447700900123 delivered: “Hello”',
  ],
  ['delivery-receipt', { destination: '447700900123', delivered: false }, null, '+447700900123 failed'],
  ['inbound-message', { from: 447700900123, message: 'YES' }, null, '+447700900123 wrote “YES”'],
  ['credit-notification', { threshold_type: 'paid_fixed_number' }, null, 'paid fixed number'],
] as const)('a row of kind %s names what it is about', (kind, payload, text, about) => {
  expect(aboutWebhook({ kind, payload, text })).toBe(about);
});

const attempt = { at: '2026-01-01T09:00:00.000Z', error: null, headers: {} };
const tried = (...statuses: (number | null)[]): DeliveryView['attempts'] =>
  statuses.map((status) => ({ ...attempt, status }));

test.each([
  ['pending', [], 'pending'],
  ['pending', [500], 'exhausted'],
  ['pending', [null], 'exhausted'],
  ['succeeded', [500, 200], 'succeeded'],
  ['succeeded', [200, 500], 'succeeded'],
] as const)('a %s delivery after the responses %j looks %s', (state, statuses, chip) => {
  expect(deliveryChip({ state, attempts: tried(...statuses) })).toBe(chip);
});
