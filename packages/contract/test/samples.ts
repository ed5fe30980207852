const UUID = '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f';
const OTHER = '0190f3c4-5b6a-7c8d-9e0f-0a0b0c0d0e0f';

export const account = {
  identifier: UUID,
  name: 'Reception',
  credits: 10,
  held_credits: 0,
  paid_credits: { remaining: 10, allow_negative: false, negative_limit: null, schedule_reset_to_zero: false },
  packaged_credits: { remaining: 0, schedule_refill_amount: 0, schedule_refill: false },
  mo: { mo_webhook_url: '' },
  schedule: null,
  deleted: false,
};

export const queued = {
  to: '447700900123',
  body: 'Hello',
  from: { type: 'shared', value: '447700900980' },
  batchUuid: UUID,
  messageUuid: OTHER,
  scheduled: true,
  send_at: '2030-01-01T09:00Z',
  callback: 'https://example.com/receipts',
  channels: ['sms', 'rcs'],
  id: OTHER,
};

/** A pending batch, without the number of units, which some services leave out. */
export const pending = { identifier: UUID, at: '2030-01-01T09:00:00Z', from: 'DEMO', messagecount: 2 };

/** The receipt of a message, without its `info`. */
export const detail = {
  destination: '+447700900123',
  delivered: true,
  failed: false,
  batchuuid: UUID,
  messageuuid: OTHER,
};

export const info = { code: '00', description: 'Successful' };
