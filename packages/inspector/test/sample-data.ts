import type { AccountOverview, MessageView } from '../src/api/types.ts';

/** A delivered message, with some members replaced. */
export function messageView(members: Partial<MessageView> = {}): MessageView {
  return {
    messageUuid: 'message-1',
    batchUuid: 'batch-1',
    accountUuid: 'account-1',
    to: '447700900123',
    from: 'DEMO',
    body: 'Hello',
    units: 1,
    channel: 'sms',
    state: 'delivered',
    queuedAt: '2026-01-01T09:00:00.000Z',
    sendAt: null,
    sentAt: '2026-01-01T09:00:01.000Z',
    resolvedAt: '2026-01-01T09:00:03.000Z',
    receipt: { code: '00', description: 'Successful' },
    callback: null,
    ...members,
  };
}

/** An account with 100 paid and 50 packaged credits, with some members replaced. */
export function accountOverview(members: Partial<AccountOverview> = {}): AccountOverview {
  return {
    identifier: 'account-1',
    name: 'Bakery',
    credits: 150,
    held_credits: 0,
    paid_credits: {
      remaining: 100,
      allow_negative: false,
      negative_limit: null,
      schedule_reset_to_zero: false,
    },
    packaged_credits: {
      remaining: 50,
      schedule_refill_amount: 200,
      schedule_refill: false,
    },
    mo: { mo_webhook_url: '' },
    schedule: null,
    deleted: false,
    organizationUuid: 'organization-1',
    apiKey: '0123456789abcdef0123456789abcdef',
    senders: [],
    signsInbound: false,
    notifications: [],
    nextRuns: [],
    ...members,
  };
}
