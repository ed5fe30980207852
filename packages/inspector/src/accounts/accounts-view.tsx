import type { AccountOverview, AccountsResponse } from '../api/types.ts';
import { Chip } from '../components/chip.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Loaded } from '../components/loading.tsx';
import { count, senderText } from '../format.ts';
import { DialogButton } from '../forms/dialogs.tsx';
import { useResource } from '../live/use-resource.ts';
import { href, type ViewProps } from '../routing/route.ts';
import { AccountDetail } from './account-detail.tsx';
import { NewAccount } from './account-forms.tsx';
import { isOutOfCredits, organizationText } from './account-text.ts';

/** Accounts with their credits, and one of them in full. */
export function AccountsView({ parameters }: ViewProps) {
  const accounts = useResource<AccountsResponse>('/accounts');
  return (
    <Loaded resource={accounts} what="accounts">
      {(data) => <Accounts data={data} parameters={parameters} />}
    </Loaded>
  );
}

function Accounts({ data, parameters }: ViewProps & { readonly data: AccountsResponse }) {
  const { id } = parameters;
  const opened =
    id === undefined
      ? data.accounts[0]
      : data.accounts.find(({ identifier }) => identifier === id.toLowerCase());
  const organizationOf = ({ organizationUuid }: AccountOverview) =>
    data.organizations.find(({ identifier }) => identifier === organizationUuid);
  return (
    <div class={`split split-accounts ${id === undefined ? '' : 'split-open'}`}>
      <section class="split-list" aria-label="Accounts">
        <div class="bar">
          <span class="dim">{data.organizations.map(organizationText).join(' · ')}</span>
          <span class="spacer" />
          <DialogButton dialog={<NewAccount organizations={data.organizations} />}>New account</DialogButton>
        </div>
        {data.accounts.length === 0 && <EmptyState title="No account yet" />}
        <ul class="cards">
          {data.accounts.map((account) => (
            <li key={account.identifier}>
              <AccountCard
                account={account}
                isOut={isOutOfCredits(account, organizationOf(account))}
                isOpen={account === opened}
              />
            </li>
          ))}
        </ul>
      </section>
      <section class="split-detail" aria-label="Account">
        {opened === undefined && id !== undefined && (
          <EmptyState title="The emulator does not have this account">
            <p>
              No account has the UUID <code>{id}</code>. It may belong to another sandbox.
            </p>
            <a class="button" href={href('accounts')}>
              All accounts
            </a>
          </EmptyState>
        )}
        {opened !== undefined && (
          <AccountDetail
            account={opened}
            organization={organizationOf(opened)}
            parameters={parameters}
            key={opened.identifier}
          />
        )}
      </section>
    </div>
  );
}

interface AccountCardProps {
  readonly account: AccountOverview;
  /** Whether it has no credits for another message. */
  readonly isOut: boolean;
  readonly isOpen: boolean;
}

function AccountCard({ account, isOut, isOpen }: AccountCardProps) {
  return (
    <a
      class="card"
      href={href('accounts', { id: account.identifier })}
      aria-current={isOpen ? 'true' : undefined}
    >
      <b class="ellipsis">{account.name}</b>
      <span class="card-number">{count(account.credits)}</span>
      <span class="dim ellipsis">{account.senders.map(senderText).join(', ') || 'no sender ID'}</span>
      {account.deleted || isOut ? (
        <Chip kind="failed">{account.deleted ? 'deleted' : 'cannot send'}</Chip>
      ) : (
        <span class="dim">credits</span>
      )}
    </a>
  );
}
