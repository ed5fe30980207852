import { ERRORS } from '@messaging-service/contract';

/** A value of an operator, with its meaning where the value does not say it. */
export type Value = string | readonly [value: string, meaning: string];

/** A filter of a search, such as `state:failed`. */
export interface Operator {
  /** Its name before the colon. */
  readonly name: string;
  /** An example of a value. */
  readonly example: string;
  /** The values to offer: a list, or the data of the emulator that has them. */
  readonly values?: readonly Value[] | 'accounts' | 'senders' | 'codes';
}

const ACCOUNT: Operator = { name: 'account', example: '"My account"', values: 'accounts' };
const TIMES: readonly Operator[] = [
  { name: 'after', example: '10:30' },
  { name: 'before', example: '2026-01-31' },
  { name: 'during', example: '9:00/10:30' },
];
const TO: Operator = { name: 'to', example: '07700 900123' };
const STATES = ['scheduled', 'queued', 'sent', 'delivered', 'failed'];

/** Operators of the search for messages. */
export const MESSAGE_OPERATORS: readonly Operator[] = [
  { name: 'state', example: 'failed', values: STATES },
  TO,
  { name: 'from', example: 'DEMO', values: 'senders' },
  ACCOUNT,
  { name: 'code', example: '22', values: 'codes' },
  { name: 'channel', example: 'rcs', values: ['sms', 'rcs'] },
  ...TIMES,
  { name: 'sent', example: '9:00/10:30' },
  { name: 'resolved', example: '9:00/10:30' },
  { name: 'batch', example: 'UUID' },
];

/** Operators of the search for requests. */
export const REQUEST_OPERATORS: readonly Operator[] = [
  {
    name: 'status',
    example: '4xx',
    values: [
      ['2xx', 'succeeded'],
      ['4xx', 'refused'],
      ['5xx', 'failed'],
      ['cut', 'no response'],
    ],
  },
  { name: 'code', example: 'sender_not_owned', values: Object.keys(ERRORS) },
  TO,
  ACCOUNT,
  ...TIMES,
  { name: 'about', example: 'UUID' },
];

/** Operators of the search for webhooks. */
export const WEBHOOK_OPERATORS: readonly Operator[] = [
  { name: 'state', example: 'exhausted', values: ['pending', 'succeeded', 'exhausted'] },
  {
    name: 'response',
    example: '500',
    values: ['200', '4xx', '5xx', ['none', 'no response']],
  },
  {
    name: 'kind',
    example: 'delivery-receipt',
    values: ['inbound-message', 'delivery-receipt', 'credit-notification'],
  },
  ACCOUNT,
  ...TIMES,
  { name: 'attempted', example: '9:00/10:30' },
  { name: 'message', example: 'UUID' },
];

/** Operators of the search for phones. */
export const PHONE_OPERATORS: readonly Operator[] = [
  { name: 'state', example: 'failed', values: [...STATES, ['inbound', 'the latest text is a reply']] },
  { name: 'during', example: '9:00/10:30' },
];

/** Operators of the search in a ledger. */
export const ENTRY_OPERATORS: readonly Operator[] = [TO, { name: 'batch', example: 'UUID' }, ...TIMES];
