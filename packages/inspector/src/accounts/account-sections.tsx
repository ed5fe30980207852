import { useState } from 'preact/hooks';
import { call } from '../api/control-api.ts';
import type { AccountOverview, LocksResponse } from '../api/types.ts';
import { Chip } from '../components/chip.tsx';
import { Failure } from '../components/loading.tsx';
import { runAction } from '../components/notices.tsx';
import { Panel } from '../components/panel.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { count, plural, senderText } from '../format.ts';
import { DialogButton } from '../forms/dialogs.tsx';
import { Form } from '../forms/form.tsx';
import { THRESHOLDS, valueInWords } from '../ledger/thresholds.ts';
import { useResource } from '../live/use-resource.ts';
import { href } from '../routing/route.ts';
import { query } from '../values.ts';
import { NewNotification } from './account-forms.tsx';

/** The thresholds of the account, with the addresses of their warnings. */
export function Notifications({ account }: { readonly account: AccountOverview }) {
  return (
    <Panel
      kind="section"
      title="Thresholds"
      beside={
        <DialogButton class="small quiet" dialog={<NewNotification account={account} />}>
          Add
        </DialogButton>
      }
    >
      {account.notifications.length === 0 && <p class="dim">None: low credits cause no warning.</p>}
      <ul class="links">
        {account.notifications.map((notification) => (
          <li key={notification.uuid}>
            <span>
              {THRESHOLDS[notification.thresholdType]}: <b class="whole">{valueInWords(notification)}</b>
            </span>
            <Chip kind={notification.armed ? 'queued' : 'failed'}>
              {notification.armed ? 'armed' : 'crossed'}
            </Chip>
            <span class="dim ellipsis">{notification.url}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** When credits are reset and refilled. */
export function Schedule({ account }: { readonly account: AccountOverview }) {
  const { schedule, nextRuns, paid_credits: paid, packaged_credits: packaged } = account;
  const does = [
    ...(paid.schedule_reset_to_zero ? ['resets paid credits to zero'] : []),
    ...(packaged.schedule_refill
      ? [`refills packaged credits to ${count(packaged.schedule_refill_amount)}`]
      : []),
  ];
  return (
    <Panel kind="section" title="Schedule">
      {schedule === null ? (
        <p class="dim">None. Edit the account to set a cron expression such as 0 0 1 * *.</p>
      ) : (
        <>
          <p>
            <code>{schedule}</code>{' '}
            <span class="dim">GMT, {does.join(' and ') || 'does nothing as configured'}</span>
          </p>
          <ol class="runs">
            {nextRuns.map((at) => (
              <li key={at}>
                <Timestamp at={at} />
              </li>
            ))}
          </ol>
        </>
      )}
    </Panel>
  );
}

/** The sender IDs the account owns. */
export function Senders({ account }: { readonly account: AccountOverview }) {
  const add = ({ sender = '' }: Readonly<Record<string, string>>, form: HTMLFormElement) =>
    runAction(
      async () => {
        await call('POST', `/accounts/${account.identifier}/senders`, { sender });
        form.reset();
      },
      `${senderText(sender)} is a sender ID of ${account.name}.`,
    );
  return (
    <Panel kind="section" title="Sender IDs">
      {account.senders.length === 0 ? (
        <p class="dim">None: the account can send only with shared sender IDs.</p>
      ) : (
        <p class="tags">
          {account.senders.map((sender) => (
            <code key={sender}>{senderText(sender)}</code>
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
    </Panel>
  );
}

const LOCKS_SHOWN = 20;

/** The shared sender IDs that are locked to the account, each for one number. */
export function SenderLocks({ account }: { readonly account: AccountOverview }) {
  const [search, setSearch] = useState('');
  const path = `/accounts/${account.identifier}/locks${query({ offset: 0, limit: LOCKS_SHOWN, q: search })}`;
  const locks = useResource<LocksResponse>(path);
  const { data } = locks;
  const isEmpty = data?.total === 0 && search === '';
  return (
    <Panel
      kind="section"
      title="Shared-sender locks"
      beside={data !== undefined && <span class="dim">{plural(data.total, 'lock')}</span>}
    >
      {data === undefined && <Failure of={locks} />}
      {isEmpty ? (
        <p class="dim">None: the account has sent no message with a shared sender ID.</p>
      ) : (
        <>
          <input
            type="search"
            aria-label="Search locks by number or sender ID"
            placeholder="Number"
            value={search}
            onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          />
          <ul class="locks">
            {data?.locks.map(({ number, sender }) => (
              <li key={`${number} ${sender}`}>
                <a href={href('phones', { number })}>+{number}</a> <span class="dim">→</span>{' '}
                {senderText(sender)}
              </li>
            ))}
          </ul>
          {data !== undefined && data.total > data.locks.length && (
            <p class="dim">and {count(data.total - data.locks.length)} more</p>
          )}
        </>
      )}
    </Panel>
  );
}
