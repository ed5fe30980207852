import { openWith } from '../api/control-api.ts';
import { Field, Form } from '../forms/form.tsx';

interface TokenCardProps {
  /** Why the emulator refuses the present token, in its words; empty without one. */
  readonly why: string;
}

/** In place of the views while the control API needs a token that the page does not have. */
export function TokenCard({ why }: TokenCardProps) {
  return (
    <section class="panel token-card" aria-labelledby="token-card">
      <h2 id="token-card">This emulator has a control token</h2>
      <p role="alert">{why}</p>
      <Form class="form" onValues={({ token = '' }) => openWith(token.trim())}>
        <Field
          label="Control token"
          hint="The value of --control-token. This tab keeps it until you close it."
        >
          <input type="password" name="token" required autocomplete="off" autofocus />
        </Field>
        <button type="submit" class="primary">
          Open the inspector
        </button>
      </Form>
    </section>
  );
}
