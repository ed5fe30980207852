import type { FormValues } from '../forms/form.tsx';
import { given } from '../values.ts';

/** The value of the sender select for a shared sender ID. No sender ID has a space. */
export const SHARED = 'a shared one';

/** A call of the public API. */
export interface SendRequest {
  readonly path: '/message' | '/batch';
  readonly body: object;
}

/** The channels that the form offers, in order of priority. */
export const CHANNELS = {
  '': 'SMS (default)',
  rcs: 'RCS only',
  'rcs,sms': 'RCS, then SMS',
  'sms,rcs': 'SMS, then RCS',
} as const;

/** The add-message call for the values of the form. Empty values are omitted. */
export function messageRequest({
  to = '',
  from = '',
  body = '',
  send_at = '',
  channels = '',
  callback = '',
}: FormValues): SendRequest {
  const message = {
    to: compact(to),
    from: from === SHARED ? { type: 'shared' } : { type: 'custom', value: from },
    body,
    ...given({ send_at: instantOf(send_at), channels: channels && channels.split(','), callback }),
  };
  return { path: '/message', body: { messages: [message] } };
}

/** The add-batch call for the values of the form. Numbers are separated by line breaks, commas or semicolons. */
export function batchRequest({
  destinations = '',
  from = '',
  message = '',
  at = '',
  channels = '',
  callback = '',
}: FormValues): SendRequest {
  const [channel, ...fallbacks] = channels.split(',');
  const body = {
    from,
    message,
    destinations: destinationsIn(destinations),
    ...given({ at: instantOf(at), channel, callback }),
    ...(fallbacks.length === 0 ? {} : { fallback_channels: fallbacks }),
  };
  return { path: '/batch', body };
}

/** The phone numbers in a text, without the spaces and hyphens in them. */
export function destinationsIn(text: string): string[] {
  return text
    .split(/[\n,;]+/)
    .map(compact)
    .filter((number) => number !== '');
}

/** A phone number without the signs that people write between its digits. Other texts keep their letters. */
function compact(number: string): string {
  return number.replaceAll(/[\s().-]/g, '');
}

/** A date control has no time zone; the emulator's times are GMT. An empty control stays empty. */
function instantOf(value: string): string {
  return value && `${value}Z`;
}
