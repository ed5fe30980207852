import { useState } from 'preact/hooks';
import { call, query } from '../api/call.ts';
import type { Account, Locks, Organization } from '../api/wire.ts';
import { count, plural } from '../format.ts';
import { useResource } from '../live/use-resource.ts';
import { Form } from '../parts/field.tsx';
import { perform } from '../parts/notices.tsx';
import { Chip, Copy, Facts, Moment } from '../parts/small.tsx';
import { href } from '../route.ts';
import { EditAccount, NewNotification } from './account-forms.tsx';
import { LedgerChart } from './ledger-chart.tsx';
import { THRESHOLDS, valueInWords } from './thresholds.ts';

interface AccountDetailProps {
  readonly account: Account;
  readonly organization: Organization | undefined;
}

/** One account: what it has, what became of it, and what can be done for it. */
export function AccountDetail({ account, organization }: AccountDetailProps) {
  const [isEditing, setEditing] = useState(false);
  const { identifier, paid_credits: paid, packaged_credits: packaged } = account;
  const topUp = ({ topup = '' }: Readonly<Record<string, string>>, form: HTMLFormElement) =>
    perform(
      async () => {
        await call('POST', `/accounts/${identifier}/topup`, { topup: Number(topup) });
        form.reset();
      },
      `${count(Number(topup))} credits are added.`,
    );
  return (
    <div class="detail">
      <header class="detail-head">
        <a class="back" href={href('accounts')}>
          ‹ <span class="visually-hidden">All </span>Accounts
        </a>
        <h2>{account.name}</h2>
        {account.deleted && <Chip kind="failed">deleted</Chip>}
        <span class="spacer" />
        {!account.deleted && (
          <>
            <Form class="inline" onValues={topUp}>
              <input
                name="topup"
                type="number"
                min="1"
                required
                placeholder="500"
                aria-label="Credits to add"
                class="short"
              />
              <button type="submit" class="small">
                Top up
              </button>
            </Form>
            <button type="button" class="small" onClick={() => setEditing(true)}>
              Edit
            </button>
          </>
        )}
      </header>
      <ul class="numbers">
        <Amount name="Balance" value={account.credits} kind="balance" note="paid + packaged − held" />
        <Amount name="Paid" value={paid.remaining} kind="paid" note={negativeInWords(paid)} />
        <Amount
          name="Packaged"
          value={packaged.remaining}
          kind="packaged"
          note={`refill ${count(packaged.schedule_refill_amount)}`}
        />
        <Amount name="Held" value={account.held_credits} kind="held" note="for scheduled messages" />
      </ul>
      <LedgerChart account={account} />
      <div class="columns">
        <Notifications account={account} />
        <Schedule account={account} />
        <Senders account={account} />
        <SenderLocks account={account} />
      </div>
      <h3>Details</h3>
      <Facts
        of={[
          [
            'API key',
            <span>
              <code>{account.apiKey}</code> <Copy text={account.apiKey} label="API key" />
            </span>,
          ],
          [
            'Account',
            <span>
              <code>{identifier}</code> <Copy text={identifier} label="account UUID" />
            </span>,
          ],
          ['Organization', organization?.name],
          [
            'Inbound URL',
            account.mo.mo_webhook_url === '' ? (
              <span class="dim">none: replies are not forwarded</span>
            ) : (
              <code>{account.mo.mo_webhook_url}</code>
            ),
          ],
          [
            'Signing',
            account.signsInbound ? (
              'inbound webhooks are signed'
            ) : (
              <span class="dim">no secret: nothing is signed</span>
            ),
          ],
        ]}
      />
      {isEditing && <EditAccount account={account} onClose={() => setEditing(false)} />}
    </div>
  );
}

function negativeInWords({ allow_negative, negative_limit }: Account['paid_credits']): string {
  if (!allow_negative) return 'not below zero';
  return negative_limit === null ? 'may be negative' : `down to ${count(-Math.abs(negative_limit))}`;
}

interface AmountProps {
  readonly name: string;
  readonly value: number;
  readonly kind: string;
  readonly note: string;
}

function Amount({ name, value, kind, note }: AmountProps) {
  return (
    <li class={`number-${kind}`}>
      <span class="number-name">{name}</span>
      <b>{count(value)}</b>
      <span class="dim">{note}</span>
    </li>
  );
}

function Notifications({ account }: { readonly account: Account }) {
  const [isCreating, setCreating] = useState(false);
  return (
    <section aria-labelledby="thresholds">
      <div class="section-head">
        <h3 id="thresholds">Thresholds</h3>
        <button type="button" class="small quiet" onClick={() => setCreating(true)}>
          Add
        </button>
      </div>
      {account.notifications.length === 0 && <p class="dim">None: nobody is warned when credits run low.</p>}
      <ul class="links">
        {account.notifications.map((notification) => (
          <li key={notification.uuid}>
            <span>
              {THRESHOLDS[notification.thresholdType]}: <b>{valueInWords(notification)}</b>
            </span>
            <Chip kind={notification.armed ? 'queued' : 'failed'}>
              {notification.armed ? 'armed' : 'crossed'}
            </Chip>
            <span class="dim ellipsis">{notification.url}</span>
          </li>
        ))}
      </ul>
      {isCreating && <NewNotification account={account} onClose={() => setCreating(false)} />}
    </section>
  );
}

function Schedule({ account }: { readonly account: Account }) {
  const { schedule, nextRuns, paid_credits: paid, packaged_credits: packaged } = account;
  const does = [
    ...(paid.schedule_reset_to_zero ? ['resets paid credits to zero'] : []),
    ...(packaged.schedule_refill
      ? [`refills packaged credits to ${count(packaged.schedule_refill_amount)}`]
      : []),
  ];
  return (
    <section aria-labelledby="schedule">
      <div class="section-head">
        <h3 id="schedule">Schedule</h3>
      </div>
      {schedule === null ? (
        <p class="dim">None. Edit the account and give it a cron expression, such as 0 0 1 * *.</p>
      ) : (
        <>
          <p>
            <code>{schedule}</code>{' '}
            <span class="dim">GMT, {does.join(' and ') || 'does nothing as configured'}</span>
          </p>
          <ol class="runs">
            {nextRuns.map((at) => (
              <li key={at}>
                <Moment at={at} />
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

function Senders({ account }: { readonly account: Account }) {
  const add = ({ sender = '' }: Readonly<Record<string, string>>, form: HTMLFormElement) =>
    perform(async () => {
      await call('POST', `/accounts/${account.identifier}/senders`, { sender });
      form.reset();
    }, `${sender} is a sender ID of ${account.name}.`);
  return (
    <section aria-labelledby="senders">
      <div class="section-head">
        <h3 id="senders">Sender IDs</h3>
      </div>
      {account.senders.length === 0 ? (
        <p class="dim">None: it can send with shared ones only.</p>
      ) : (
        <p class="tags">
          {account.senders.map((sender) => (
            <code key={sender}>{sender}</code>
          ))}
        </p>
      )}
      {!account.deleted && (
        <Form class="inline" onValues={add}>
          <input
            name="sender"
            required
            placeholder="ACME or 447700900991"
            aria-label="Sender ID to register"
          />
          <button type="submit" class="small">
            Register
          </button>
        </Form>
      )}
    </section>
  );
}

const LOCKS_SHOWN = 20;

function SenderLocks({ account }: { readonly account: Account }) {
  const [search, setSearch] = useState('');
  const path = `/accounts/${account.identifier}/locks${query({ offset: 0, limit: LOCKS_SHOWN, search })}`;
  const { data } = useResource<Locks>(path);
  const isEmpty = data?.total === 0 && search === '';
  return (
    <section aria-labelledby="locks">
      <div class="section-head">
        <h3 id="locks">Shared-sender locks</h3>
        <span class="dim">{data !== undefined && plural(data.total, 'lock')}</span>
      </div>
      {isEmpty ? (
        <p class="dim">None: no message of it went out under a shared sender ID.</p>
      ) : (
        <>
          <input
            type="search"
            aria-label="Search locks by number or sender ID"
            placeholder="Number"
            value={search}
            onInput={({ currentTarget }) => setSearch(currentTarget.value.trim().replace('+', ''))}
          />
          <ul class="locks">
            {data?.locks.map(({ number, sender }) => (
              <li key={`${number} ${sender}`}>
                <a href={href('phones', { number })}>+{number}</a> <span class="dim">→</span> {sender}
              </li>
            ))}
          </ul>
          {data !== undefined && data.total > data.locks.length && (
            <p class="dim">and {count(data.total - data.locks.length)} more</p>
          )}
        </>
      )}
    </section>
  );
}
