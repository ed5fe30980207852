import { call } from '../api/control-api.ts';
import type { AttemptDetail, DeliveryDetail } from '../api/types.ts';
import { Chip } from '../components/chip.tsx';
import { CodeBlock, JsonBlock } from '../components/code-block.tsx';
import { DetailHead } from '../components/detail-head.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { runAction } from '../components/notices.tsx';
import { PropertyList } from '../components/property-list.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { useResource } from '../live/use-resource.ts';
import { href } from '../routing/route.ts';
import { signedTextOf } from './signed-text.ts';

/** One delivery: what was sent, how it was signed, and what became of each attempt. */
export function WebhookDetail({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data, error } = useResource<DeliveryDetail>(`/webhooks/${encodeURIComponent(id)}`);
  const resend = () => runAction(() => call('POST', `/webhooks/${id}/resend`), 'The webhook is sent again.');
  return (
    <div class="detail">
      <DetailHead
        title={data?.kind ?? 'Webhook'}
        state={data !== undefined && <Chip kind={data.state}>{data.state}</Chip>}
        closeLabel="Close the webhook"
        onClose={onClose}
      >
        {data !== undefined && (
          <button
            type="button"
            class="small"
            disabled={data.state === 'pending'}
            title={data.state === 'pending' ? 'Its next attempt comes by itself' : undefined}
            onClick={() => void resend()}
          >
            Resend
          </button>
        )}
      </DetailHead>
      {error !== undefined && <EmptyState title={error} />}
      {data !== undefined && (
        <>
          <PropertyList
            entries={[
              ['URL', <code>{data.url}</code>],
              ['Account', <a href={href('accounts', { id: data.accountUuid })}>{data.accountUuid}</a>],
            ]}
          />
          <h3>Attempts</h3>
          {data.attempts.length === 0 && <p class="dim">None has ended yet.</p>}
          <ol class="attempts" reversed>
            {data.attempts.toReversed().map((attempt, index) => (
              <li key={data.attempts.length - index}>
                <AttemptLine attempt={attempt} body={data.body} isLatest={index === 0} />
              </li>
            ))}
          </ol>
          <h3>Payload</h3>
          <JsonBlock text={data.body} label="Payload" />
        </>
      )}
    </div>
  );
}

function AttemptLine({
  attempt,
  body,
  isLatest,
}: {
  readonly attempt: AttemptDetail;
  readonly body: string;
  readonly isLatest: boolean;
}) {
  const { at, status, error, headers } = attempt;
  return (
    <details open={isLatest}>
      <summary>
        <Chip kind={status === 200 ? 'succeeded' : 'exhausted'}>{status ?? 'no answer'}</Chip>{' '}
        <Timestamp at={at} /> {headers.signature !== undefined && <Chip kind="signed">signed</Chip>}
        {error !== null && <span class="dim"> {error}</span>}
      </summary>
      <h4>Headers</h4>
      <PropertyList
        entries={Object.entries(headers).map(([name, value]) => [name, <code>{value}</code>] as const)}
      />
      <h4>Signature</h4>
      <Signed headers={headers} body={body} />
    </details>
  );
}

/** What was joined and signed, so that a receiver's own reckoning can be held against it. */
function Signed({ headers, body }: { readonly headers: AttemptDetail['headers']; readonly body: string }) {
  const signed = signedTextOf(headers, body);
  if (signed === undefined) {
    return <p class="dim">Not signed: only inbound messages are, and only for an account with a secret.</p>;
  }
  return (
    <>
      <p class="dim">
        HMAC-SHA256 with the account's secret, in base64, over these three joined by full stops:
      </p>
      <PropertyList
        entries={[
          ['Body, base64', <code class="clip">{signed.body}</code>],
          ['Environment', <code>{signed.environment}</code>],
          ['Timestamp', <code>{signed.timestamp}</code>],
        ]}
      />
      <CodeBlock label="What was signed">{signed.text}</CodeBlock>
    </>
  );
}
