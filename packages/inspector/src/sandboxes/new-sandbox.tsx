import { call, ROOT } from '../api/control-api.ts';
import { Dialog } from '../components/dialog.tsx';
import { Field, Form, FormFooter, type FormValues } from '../components/form.tsx';
import { type SandboxView, sandboxAddress } from './sandboxes.ts';

/** Creates a sandbox and shows it. */
export function NewSandbox({ onClose }: { readonly onClose: () => void }) {
  const create = async ({ name = '', clock = '', now = '' }: FormValues) => {
    const { id } = await call<SandboxView>('POST', `${ROOT}/sandboxes`, {
      ...(name === '' ? {} : { name }),
      ...(clock === '' ? {} : { clock }),
      ...(now === '' ? {} : { now: `${now}Z` }),
    });
    location.href = sandboxAddress(id);
  };
  return (
    <Dialog title="New sandbox" onClose={onClose}>
      <p class="dim">
        A service beside the default one, with its own accounts, messages, clock and keys. Calls reach it by
        its API keys.
      </p>
      <Form class="form" onValues={create}>
        <Field label="Name" hint="Empty for its identifier">
          <input name="name" maxLength={100} autocomplete="off" placeholder="checkout tests" />
        </Field>
        <div class="form-row">
          <Field label="Clock">
            <select name="clock">
              <option value="">Default</option>
              <option value="virtual">Virtual: stands still</option>
              <option value="system">System: follows this machine</option>
            </select>
          </Field>
          <Field label="Starts at" hint="GMT. Empty for the present">
            <input name="now" type="datetime-local" />
          </Field>
        </div>
        <FormFooter submit="Create" onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
