import { useState } from 'preact/hooks';
import { call } from '../api/control-api.ts';
import type { AttemptDetail, DeliveryDetail, SignatureCheck } from '../api/types.ts';
import { Chip } from '../components/chip.tsx';
import { CodeBlock, JsonBlock } from '../components/code-block.tsx';
import { HeaderList, PropertyList } from '../components/property-list.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { durationText } from '../format.ts';
import { Form } from '../forms/form.tsx';
import { signedTextOf } from './signed-text.ts';

interface AttemptProps {
  readonly delivery: DeliveryDetail;
  readonly attempt: AttemptDetail;
  readonly number: number;
  readonly isLatest: boolean;
}

/** One attempt: the request, and the response of the receiver. */
export function Attempt({ delivery, attempt, number, isLatest }: AttemptProps) {
  const { at, status, error, headers, tookMs, response } = attempt;
  return (
    <details open={isLatest}>
      <summary>
        <Chip kind={status === 200 ? 'succeeded' : 'exhausted'}>{status ?? 'no response'}</Chip>{' '}
        <Timestamp at={at} /> {headers.signature !== undefined && <Chip kind="signed">signed</Chip>}
        {tookMs !== null && <span class="dim"> {durationText(tookMs)}</span>}
        {error !== null && <span class="dim"> {error}</span>}
      </summary>
      <h4>Response</h4>
      <Response status={status} response={response} />
      <h4>Request</h4>
      <HeaderList headers={headers} />
      <Signature delivery={delivery} headers={headers} number={number} />
    </details>
  );
}

function Response({ status, response }: Pick<AttemptDetail, 'status' | 'response'>) {
  if (response === null)
    return (
      <p class="dim">{status === null ? 'There was none.' : 'Headers and body are no longer available.'}</p>
    );
  const { headers, body, isCut } = response;
  return (
    <>
      <HeaderList headers={headers} />
      {body === '' ? <p class="dim">No body.</p> : <JsonBlock text={body} label="Response" />}
      {isCut && <p class="dim">The body is longer: only its beginning is kept.</p>}
    </>
  );
}

/** The text that was signed, to compare with the one that the receiver computes. */
function Signature({
  delivery: { id, body },
  headers,
  number,
}: {
  readonly delivery: DeliveryDetail;
  readonly headers: AttemptDetail['headers'];
  readonly number: number;
}) {
  const signed = signedTextOf(headers, body);
  if (signed === undefined)
    return (
      <p class="dim">Not signed: only inbound messages are signed, and only if the account has a secret.</p>
    );
  return (
    <details class="headers">
      <summary>Signature base</summary>
      <p class="dim">
        The signature is the HMAC-SHA256 of these three parts, joined by full stops, with the secret of the
        account, in base64:
      </p>
      <PropertyList
        entries={[
          ['Body, base64', <code class="clip">{signed.body}</code>],
          ['Environment', <code>{signed.environment}</code>],
          ['Timestamp', <code>{signed.timestamp}</code>],
          ['Signature', <code>{headers.signature}</code>],
        ]}
      />
      <CodeBlock label="Signature base">{signed.text}</CodeBlock>
      <VerifyForm deliveryId={id} attempt={number} />
    </details>
  );
}

/** Compares the signature of an attempt with the one that a pasted secret produces. */
function VerifyForm({ deliveryId, attempt }: { readonly deliveryId: string; readonly attempt: number }) {
  const [result, setResult] = useState<SignatureCheck>();
  const verify = async ({ secret = '' }: Readonly<Record<string, string>>) => {
    setResult(undefined);
    setResult(await call<SignatureCheck>('POST', `/webhooks/${deliveryId}/verify`, { secret, attempt }));
  };
  return (
    <Form class="inline verify" onValues={verify}>
      <input
        name="secret"
        required
        aria-label="Secret of the receiver"
        placeholder="Paste a secret"
        autocomplete="off"
        spellcheck={false}
      />
      <button type="submit" class="small">
        Verify
      </button>
      <span role="status">{result !== undefined && <Result of={result} />}</span>
    </Form>
  );
}

function Result({ of: result }: { readonly of: SignatureCheck }) {
  if (result.verified) return <Chip kind="succeeded">The secret matches</Chip>;
  return (
    <>
      <Chip kind="exhausted">The secret does not match</Chip> It produces <code>{result.expected}</code>
    </>
  );
}
