import { ERRORS } from '@messaging-service/contract';
import { useState } from 'preact/hooks';
import { Dialog } from '../components/dialog.tsx';
import { Field, Form, FormFooter, type FormValues } from '../components/form.tsx';
import { faultOf, type NewFault } from './fault.ts';

interface FaultDialogProps {
  readonly onAdd: (fault: NewFault) => Promise<void>;
  readonly onClose: () => void;
}

/** The form of a new fault: an error code or a response of its own, a delay, or a cut connection. */
export function FaultDialog({ onAdd, onClose }: FaultDialogProps) {
  const [how, setHow] = useState('answer-before');
  const [code, setCode] = useState('');
  const isCut = how.startsWith('cut');
  const add = async (values: FormValues) => {
    await onAdd(faultOf(values));
    onClose();
  };
  return (
    <Dialog title="New fault" onClose={onClose}>
      <Form class="form" onValues={add}>
        <div class="form-row">
          <Field label="Method">
            <select name="method">
              <option value="">Any</option>
              {['GET', 'POST', 'PATCH', 'DELETE'].map((method) => (
                <option key={method}>{method}</option>
              ))}
            </select>
          </Field>
          <Field label="Path" hint="* stands for any text">
            <input name="path" placeholder="/mess*" />
          </Field>
        </div>
        <Field label="Effect">
          <select name="how" value={how} onChange={({ currentTarget }) => setHow(currentTarget.value)}>
            <option value="answer-before">Another response, nothing is processed</option>
            <option value="answer-after">Another response, after the call was processed</option>
            <option value="cut-before">The connection is cut, nothing is processed</option>
            <option value="cut-after">The connection is cut, after the call was processed</option>
          </select>
        </Field>
        {!isCut && <CodeField code={code} onCode={setCode} />}
        <div class="form-row form-thirds">
          {!isCut && code === '' && (
            <Field label="Status">
              <input name="status" type="number" min="200" max="599" placeholder="503" />
            </Field>
          )}
          <Field label="Delay" hint="250ms, 2s">
            <input name="delay" pattern="\d+(ms|s|m)?" />
          </Field>
          <Field label="Calls">
            <input name="times" type="number" min="1" required defaultValue="1" />
          </Field>
        </div>
        {!isCut && code === '' && (
          <Field label="Body" hint="Text of the response. Empty for the usual one">
            <textarea name="body" rows={3} />
          </Field>
        )}
        <FormFooter submit="Switch on" onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

function CodeField({ code, onCode }: { readonly code: string; readonly onCode: (code: string) => void }) {
  return (
    <Field label="Error code" hint="The service's own error, with its status and body">
      <select name="code" value={code} onChange={({ currentTarget }) => onCode(currentTarget.value)}>
        <option value="">None: status and body below</option>
        {Object.entries(ERRORS).map(([name, { status }]) => (
          <option value={name} key={name}>
            {name} ({status})
          </option>
        ))}
      </select>
    </Field>
  );
}
