import { ERRORS } from '@messaging-service/contract';
import { useState } from 'preact/hooks';
import { Field, type FormValues } from '../forms/form.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { type Option, Select } from '../forms/select.tsx';
import { faultOf, type NewFault } from './fault.ts';

const METHODS: readonly Option[] = [['', 'Any'], 'GET', 'POST', 'PATCH', 'DELETE'];

const EFFECTS: readonly Option[] = [
  ['answer-before', 'Another response, nothing is processed'],
  ['answer-after', 'Another response, after the call was processed'],
  ['cut-before', 'The connection is cut, nothing is processed'],
  ['cut-after', 'The connection is cut, after the call was processed'],
];

const CODES: readonly Option[] = [
  ['', 'None: status and body below'],
  ...Object.entries(ERRORS).map(([name, { status }]) => [name, `${name} (${status})`] as const),
];

interface FaultDialogProps {
  readonly onAdd: (fault: NewFault) => Promise<void>;
}

/** The form of a new fault: an error code or a response of its own, a delay, or a cut connection. */
export function FaultDialog({ onAdd }: FaultDialogProps) {
  const [how, setHow] = useState('answer-before');
  const [code, setCode] = useState('');
  const isCut = how.startsWith('cut');
  const add = (values: FormValues) => onAdd(faultOf(values));
  return (
    <FormDialog title="New fault" submit="Switch on" onValues={add}>
      <div class="form-row">
        <Field label="Method">
          <Select name="method" options={METHODS} />
        </Field>
        <Field label="Path" hint="* matches any text">
          <input name="path" placeholder="/mess*" />
        </Field>
      </div>
      <Field label="Effect">
        <Select name="how" value={how} onValue={setHow} options={EFFECTS} />
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
    </FormDialog>
  );
}

function CodeField({ code, onCode }: { readonly code: string; readonly onCode: (code: string) => void }) {
  return (
    <Field label="Error code" hint="The service's own error, with its status and body">
      <Select name="code" value={code} onValue={onCode} options={CODES} />
    </Field>
  );
}
