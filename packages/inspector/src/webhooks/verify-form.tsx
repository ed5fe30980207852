import { useState } from 'preact/hooks';
import { call } from '../api/control-api.ts';
import type { SignatureCheck } from '../api/types.ts';
import { Chip } from '../components/chip.tsx';
import { Form } from '../forms/form.tsx';

/** Compares the signature of an attempt with the one that a pasted secret produces. */
export function VerifyForm({
  deliveryId,
  attempt,
}: {
  readonly deliveryId: string;
  readonly attempt: number;
}) {
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
