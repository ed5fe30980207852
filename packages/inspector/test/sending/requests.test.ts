import { expect, test } from 'vitest';
import { batchRequest, destinationsIn, messageRequest, SHARED } from '../../src/sending/requests.ts';

test('a message has the values of the form, and nothing for empty ones', () => {
  const values = {
    to: '+44 7700 900123',
    from: 'DEMO',
    body: 'Hello',
    send_at: '',
    channels: '',
    callback: '',
  };
  expect(messageRequest(values)).toEqual({
    path: '/message',
    body: { messages: [{ to: '+447700900123', from: { type: 'custom', value: 'DEMO' }, body: 'Hello' }] },
  });
});

test('a message can be scheduled, have channels and a callback, and use a shared sender ID', () => {
  const values = {
    to: '447700900123',
    from: SHARED,
    body: 'Hello',
    send_at: '2026-01-02T10:00',
    channels: 'rcs,sms',
    callback: 'http://localhost/r',
  };
  expect(messageRequest(values).body).toMatchObject({
    messages: [
      {
        from: { type: 'shared' },
        send_at: '2026-01-02T10:00Z',
        channels: ['rcs', 'sms'],
        callback: 'http://localhost/r',
      },
    ],
  });
});

test('a batch has its destinations, and its channels as one with fallbacks', () => {
  const values = {
    destinations: '447700900001\n+44 7700 900002',
    from: 'DEMO',
    message: 'Hi',
    channels: 'rcs,sms',
  };
  expect(batchRequest(values)).toEqual({
    path: '/batch',
    body: {
      from: 'DEMO',
      message: 'Hi',
      destinations: ['447700900001', '+447700900002'],
      channel: 'rcs',
      fallback_channels: ['sms'],
    },
  });
  expect(batchRequest({ ...values, channels: '' }).body).not.toHaveProperty('channel');
});

test('destinations are separated by line breaks, commas and semicolons', () => {
  expect(destinationsIn(' 447700900001,447700900002;\n\n(44) 7700-900003\n')).toEqual([
    '447700900001',
    '447700900002',
    '447700900003',
  ]);
});
