import type { ComponentChildren } from 'preact';
import { callPublic } from '../api/control-api.ts';
import type { AccountOverview, OrganizationView } from '../api/types.ts';
import { Chip } from '../components/chip.tsx';
import { Copyable } from '../components/copy-button.tsx';
import { runAction } from '../components/notices.tsx';
import { PropertyList } from '../components/property-list.tsx';
import { count } from '../format.ts';
import { DialogButton } from '../forms/dialogs.tsx';
import { Form } from '../forms/form.tsx';
import { LedgerChart } from '../ledger/ledger-chart.tsx';
import { LedgerEntries } from '../ledger/ledger-entries.tsx';
import { Related } from '../objects/related.tsx';
import { go, href, type ViewProps } from '../routing/route.ts';
import { EditAccount, type EditAccountProps } from './account-forms.tsx';
import { Notifications, Schedule, SenderLocks, Senders } from './account-sections.tsx';
import { isOutOfCredits, negativeLimitText } from './account-text.ts';

interface AccountDetailProps extends ViewProps {
  readonly account: AccountOverview;
  readonly organization: OrganizationView | undefined;
}

/** One account: its credits, their history, and actions. */
export function AccountDetail({ account, organization, parameters }: AccountDetailProps) {
  const { entry, q = '' } = parameters;
  const { paid_credits: paid, packaged_credits: packaged } = account;
  const { apiKey: organizationKey = '' } = organization ?? {};
  const openEntry = (seq: string | number) =>
    go('accounts', { id: account.identifier, entry: String(seq), q }, { replace: entry !== undefined });
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
            <TopUp account={account} organizationKey={organizationKey} />
            <DialogButton dialog={<EditAccount account={account} organizationKey={organizationKey} />}>
              Edit
            </DialogButton>
          </>
        )}
      </header>
      <ul class="numbers">
        <Amount
          name="Balance"
          value={account.credits}
          kind="balance"
          note={
            isOutOfCredits(account, organization) ? (
              <Chip kind="failed">cannot send</Chip>
            ) : (
              'paid + packaged − held'
            )
          }
        />
        <Amount name="Paid" value={paid.remaining} kind="paid" note={negativeLimitText(paid)} />
        <Amount
          name="Packaged"
          value={packaged.remaining}
          kind="packaged"
          note={`refill ${count(packaged.schedule_refill_amount)}`}
        />
        <Amount name="Held" value={account.held_credits} kind="held" note="for scheduled messages" />
      </ul>
      <Related subject="account" of={{ account: account.identifier }} />
      <LedgerChart
        key={account.identifier}
        account={account}
        pinned={entry === undefined ? undefined : Number(entry)}
        onPin={openEntry}
      />
      <LedgerEntries account={account.identifier} q={q} selected={entry} onSelect={openEntry} />
      <div class="columns">
        <Notifications account={account} />
        <Schedule account={account} />
        <Senders account={account} />
        <SenderLocks account={account} />
      </div>
      <Details account={account} organization={organization} />
    </div>
  );
}

interface AmountProps {
  readonly name: string;
  readonly value: number;
  readonly kind: string;
  readonly note: ComponentChildren;
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

function TopUp({ account: { identifier: accountUuid }, organizationKey: key }: EditAccountProps) {
  const topUp = ({ topup = '' }: Readonly<Record<string, string>>, form: HTMLFormElement) =>
    runAction(
      async () => {
        await callPublic('PATCH', '/topup', { key }, { accountUuid, topup: Number(topup) });
        form.reset();
      },
      `${count(Number(topup))} credits are added.`,
    );
  return (
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
  );
}

function Details({ account, organization }: Omit<AccountDetailProps, 'parameters'>) {
  return (
    <>
      <h3>Details</h3>
      <PropertyList
        entries={[
          ['API key', <Copyable of={account.apiKey} label="API key" />],
          ['Account', <Copyable of={account.identifier} label="account UUID" />],
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
    </>
  );
}
