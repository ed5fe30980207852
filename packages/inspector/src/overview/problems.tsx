import { filterTerm, searchTerm } from '@messaging-service/text';
import type { ComponentChildren } from 'preact';
import type { OverviewResponse } from '../api/types.ts';
import { count, numberText, plural } from '../format.ts';
import { live } from '../live/digest.ts';
import { href, objectHref } from '../routing/route.ts';

/** Everything that failed, each with its cause, a remedy, and a link to the filtered list. */
export function Problems({
  overview,
  since,
}: {
  readonly overview: OverviewResponse;
  readonly since: string | undefined;
}) {
  const { failed, refused, webhooks, accounts, exhausted } = overview;
  return (
    <ul class="problems">
      {failed.map(({ code, description, count: messages }) => (
        <Problem
          key={`message ${code}`}
          href={href('messages', {
            q: ['state:failed', filterTerm('code', code), ...resolvedSince(since)].join(' '),
          })}
          what={`${plural(messages, 'message')} failed`}
          cause={`${code} ${description}`}
          advice={adviceForCode(code)}
        />
      ))}
      {refused.map(({ status, code, count: requests }) => (
        <Problem
          key={`request ${status} ${code}`}
          href={href('requests', {
            q: [
              code === null ? filterTerm('status', String(status ?? 'cut')) : filterTerm('code', code),
              ...after(since),
            ].join(' '),
          })}
          what={`${plural(requests, 'request')} refused`}
          cause={`${status ?? 'cut'} ${code ?? ''}`}
          advice={adviceForRequest(code, status)}
        />
      ))}
      {webhooks.map(({ url, status, count: deliveries }) => (
        <Problem
          key={`webhook ${status} ${url}`}
          href={href('webhooks', {
            q: [filterTerm('response', String(status ?? 'none')), searchTerm(url), ...after(since)].join(' '),
          })}
          what={`${plural(deliveries, 'webhook')} not accepted`}
          cause={`${status ?? 'no response'} from ${url}`}
          advice="A receiver must respond with 200. Open one to see the response."
        />
      ))}
      {accounts.map(({ identifier, name, credits }) => (
        <Problem
          key={identifier}
          href={objectHref('account', identifier)}
          what={credits <= 0 ? `${name} cannot send` : `${name} runs out of credits`}
          cause={`${count(credits)} credits left`}
          advice="Top up the account."
        />
      ))}
      {exhausted.count > 0 && (
        <Problem
          href={objectHref('phone', exhausted.numbers[0] ?? '')}
          what={`Shared senders are exhausted for ${plural(exhausted.count, 'number')}`}
          cause={exhausted.numbers.map(numberText).join(', ')}
          advice="Each of them is locked to an account. Add shared senders to the configuration, or send with a sender ID of the account."
        />
      )}
    </ul>
  );
}

/** Requests that were made, or webhooks that were last attempted, from an instant on. */
export function after(since: string | undefined): readonly string[] {
  return since === undefined ? [] : [filterTerm('after', since)];
}

/** Messages whose result came from an instant on. A period of a search begins just after its first instant. */
export function resolvedSince(since: string | undefined): readonly string[] {
  if (since === undefined) return [];
  const [from, to] = [Date.parse(since) - 1, live.now()].map((at) => new Date(at).toISOString());
  return [`resolved:${from}/${to}`];
}

/** Whether there is nothing to report. */
export function isCalm({ failed, refused, webhooks, accounts, exhausted }: OverviewResponse): boolean {
  return exhausted.count === 0 && [failed, refused, webhooks, accounts].every(({ length }) => length === 0);
}

interface ProblemProps {
  readonly href: string;
  readonly what: string;
  readonly cause: ComponentChildren;
  readonly advice: string;
}

function Problem({ href: to, what, cause, advice }: ProblemProps) {
  return (
    <li>
      <a href={to}>
        <b>{what}</b> <span class="problem-cause">{cause}</span>
      </a>
      <span class="dim">{advice}</span>
    </li>
  );
}

/** What to do about messages that failed with a code. */
const MESSAGES: Readonly<Record<string, string>> = {
  '1': 'The network does not know the result. Tell the recipient in another way if it matters.',
  '2': 'A newer message replaced this one in the network.',
  '22': 'The phone was off or out of reach. Send the message again later.',
  '30': 'The recipient has opted out. Remove the number from your list.',
  '31': 'The phone supports none of the channels. Add "sms" to "channels".',
  '40': 'No provider accepted the message. Send it again later.',
  '41': 'The account had too few credits when the message was due. Top it up.',
};

/** What to do about requests that were refused with a code. */
const REQUESTS: Readonly<Record<string, string>> = {
  invalid_json: 'The body is not JSON.',
  invalid_request: 'A field is missing, unknown or not valid. The response names it.',
  invalid_key: 'The key is missing, unknown, or of the wrong kind: sending needs the key of an account.',
  multipart_not_allowed: 'The text has more than one unit, and the request does not allow that.',
  insufficient_credits: 'Top up the account.',
  sender_not_owned: 'Register the sender ID for the account, or send with one that it owns.',
  batch_not_found: 'The account has no such batch. Each account sees only its own.',
  account_not_found: 'The organization has no such account, or the account was deleted.',
  batch_not_pending: 'The batch was sent already, so it cannot be canceled.',
  duplicate_id: 'The identifier was used before, so the message is queued already.',
  shared_sender_unavailable: 'Every shared sender ID is locked to another account for this number.',
  payload_too_large: 'Split the request into smaller ones.',
  service_unavailable: 'A fault of the emulator. The service did nothing: send the request again.',
};

/** The remedy for messages that failed with a code. */
function adviceForCode(code: string): string {
  return MESSAGES[code] ?? 'A rule of the network or the test number decide this code.';
}

/** The remedy for calls that were refused. */
function adviceForRequest(code: string | null, status: number | null): string {
  if (status === null) return 'A fault cut the connection, so the client does not know the result.';
  return REQUESTS[code ?? ''] ?? 'A fault returned this status.';
}
