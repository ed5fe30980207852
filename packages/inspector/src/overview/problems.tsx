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
  const { failed, refused, webhooks, accounts, unreported, exhausted } = overview;
  return (
    <ul class="problems">
      {failed.map(({ code, description, advice, count: messages }) => (
        <Problem
          key={`message ${code}`}
          href={href('messages', {
            q: ['state:failed', filterTerm('code', code), ...resolvedSince(since)].join(' '),
          })}
          what={`${plural(messages, 'message')} failed`}
          cause={`${code} ${description}`}
          advice={advice}
        />
      ))}
      {refused.map(({ status, code, advice, count: requests }) => (
        <Problem
          key={`request ${status} ${code} ${advice}`}
          href={href('requests', {
            q: [
              code === null ? filterTerm('status', String(status ?? 'cut')) : filterTerm('code', code),
              ...after(since),
            ].join(' '),
          })}
          what={`${plural(requests, 'request')} refused`}
          cause={`${status ?? 'cut'} ${code ?? ''}`}
          advice={advice}
        />
      ))}
      {webhooks.map(({ url, status, advice, count: deliveries }) => (
        <Problem
          key={`webhook ${status} ${advice} ${url}`}
          href={href('webhooks', {
            q: [filterTerm('response', String(status ?? 'none')), searchTerm(url), ...after(since)].join(' '),
          })}
          what={`${plural(deliveries, 'webhook')} not accepted`}
          cause={`${status ?? 'no response'} from ${url}`}
          advice={advice}
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
      {unreported > 0 && (
        <Problem
          href={href('messages', { q: 'state:sent' })}
          what={`${plural(unreported, 'message')} without a receipt`}
          cause="none will come"
          advice="Open one to see who decided this. Deliver it or let it fail by hand, or change the network."
        />
      )}
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
export function isCalm({
  failed,
  refused,
  webhooks,
  accounts,
  unreported,
  exhausted,
}: OverviewResponse): boolean {
  return (
    unreported === 0 &&
    exhausted.count === 0 &&
    [failed, refused, webhooks, accounts].every(({ length }) => length === 0)
  );
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
