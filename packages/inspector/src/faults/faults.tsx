import { ERRORS } from '@messaging-service/contract';
import { FAULT_CALLS, faultSentence } from '@messaging-service/text';
import { useState } from 'preact/hooks';
import { call } from '../api/control-api.ts';
import type { FaultView } from '../api/types.ts';
import { ActionButton } from '../components/action-button.tsx';
import { Chip } from '../components/chip.tsx';
import { notify } from '../components/notices.tsx';
import { count, plural } from '../format.ts';
import { DialogButton, FormDialog } from '../forms/dialogs.tsx';
import { Field, type FormValues } from '../forms/form.tsx';
import { type Option, Select } from '../forms/select.tsx';
import { useResource } from '../live/use-resource.ts';
import { capitalized, given } from '../values.ts';
import { describeFault, faultOf, type NewFault, OPERATION_NAMES } from './fault.ts';

/** What the sentence can say of the calls. */
const SPOKEN: Readonly<Record<string, NewFault>> = {
  'fail with 503': { status: 503 },
  'fail with 429': { status: 429 },
  'fail with 500': { status: 500 },
  'are 2 s late': { delay: '2s' },
  'are cut off': { disconnect: true },
  'are cut off, after processing': { disconnect: true, when: 'after' },
};

/** The calls of the sentence. */
const OPERATIONS: readonly Option[] = [
  ['', 'calls'],
  ...Object.entries(FAULT_CALLS).map(([operation, [, several]]) => [operation, several] as const),
];

interface FaultsResponse {
  readonly faults: readonly FaultView[];
}

/** Makes the next calls fail: active faults, and those that the user can add. */
export function Faults() {
  const { data, refresh } = useResource<FaultsResponse>('/faults');
  const add = async (fault: NewFault) => {
    await call('POST', '/faults', fault);
    refresh();
    notify('The fault applies to the next call that it matches.');
  };
  const remove = async (id?: string) => {
    await call('DELETE', `/faults${id === undefined ? '' : `/${id}`}`);
    refresh();
    notify('The fault is removed.');
  };
  const inForce = (data?.faults ?? []).filter(({ left }) => left > 0);
  const usedUp = (data?.faults ?? []).filter(({ left }) => left === 0).toReversed();
  return (
    <div class="faults" role="group" aria-label="Faults">
      <h2>Faults</h2>
      <Sentence onAdd={add} />
      <InForce faults={inForce} onRemove={remove} />
      <UsedUp faults={usedUp} />
    </div>
  );
}

/** A fault that the user builds as a sentence: the next 3 sends fail with 503, retry after 10 s. */
function Sentence({ onAdd }: FaultDialogProps) {
  const [times, setTimes] = useState(1);
  const [operation, setOperation] = useState('');
  const [effect, setEffect] = useState('fail with 503');
  const [retryAfter, setRetryAfter] = useState('');
  const fault: NewFault = {
    ...SPOKEN[effect],
    ...given({ operation }),
    ...(times === 1 ? {} : { times }),
    ...(retryAfter === '' || effect.startsWith('are') ? {} : { headers: { 'retry-after': retryAfter } }),
  };
  return (
    <div class="bar fault-sentence" role="group" aria-label="New fault">
      <span>The next</span>
      <input
        type="number"
        min="1"
        max="999"
        class="short"
        aria-label="Number of calls"
        value={times}
        // The number that the user types replaces the one that is there.
        onFocus={({ currentTarget }) => currentTarget.select()}
        onInput={({ currentTarget }) => setTimes(Math.max(1, currentTarget.valueAsNumber || 1))}
      />
      <Select aria-label="Calls" value={operation} onValue={setOperation} options={OPERATIONS} />
      <Select aria-label="Effect" value={effect} onValue={setEffect} options={Object.keys(SPOKEN)} />
      {!effect.startsWith('are') && (
        <label class="retry-after">
          <span>retry after</span>
          <input
            type="number"
            min="0"
            class="short"
            placeholder="s"
            value={retryAfter}
            onInput={({ currentTarget }) => setRetryAfter(currentTarget.value)}
          />
        </label>
      )}
      <ActionButton class="small" onAction={() => onAdd(fault)}>
        Switch on
      </ActionButton>
      <DialogButton class="small quiet" dialog={<FaultDialog onAdd={onAdd} />}>
        Other…
      </DialogButton>
    </div>
  );
}

interface InForceProps {
  readonly faults: readonly FaultView[];
  /** Removes one fault, or all of them. */
  readonly onRemove: (id?: string) => Promise<unknown>;
}

function InForce({ faults, onRemove }: InForceProps) {
  if (faults.length === 0) return null;
  return (
    <ul class="faults-list">
      {faults.map((fault) => (
        <li key={fault.id}>
          <Chip kind="failed">fault</Chip>
          <span>
            {describeFault(fault)}
            {fault.hits > 0 && `, ${plural(fault.hits, 'hit')} so far`}
          </span>
          <ActionButton
            class="small quiet"
            aria-label={`Remove: ${describeFault(fault)}`}
            onAction={() => onRemove(fault.id)}
          >
            Remove
          </ActionButton>
        </li>
      ))}
      {faults.length > 1 && (
        <li>
          <ActionButton class="small" onAction={() => onRemove()}>
            Remove all
          </ActionButton>
        </li>
      )}
    </ul>
  );
}

/** The most used-up faults that are listed. */
const MOST_SHOWN = 20;

function UsedUp({ faults }: { readonly faults: readonly FaultView[] }) {
  if (faults.length === 0) return null;
  return (
    <details class="faults-used">
      <summary>{count(faults.length)} used up</summary>
      <ul>
        {faults.slice(0, MOST_SHOWN).map((fault) => (
          <li key={fault.id}>
            {capitalized(faultSentence(fault))}: {plural(fault.hits, 'hit')}
          </li>
        ))}
      </ul>
    </details>
  );
}

const EVERY_OPERATION: readonly Option[] = [['', 'By method and path'], ...OPERATION_NAMES];

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
function FaultDialog({ onAdd }: FaultDialogProps) {
  const [how, setHow] = useState('answer-before');
  const [code, setCode] = useState('');
  const [operation, setOperation] = useState('');
  const isCut = how.startsWith('cut');
  const add = (values: FormValues) => onAdd(faultOf(values));
  return (
    <FormDialog title="New fault" submit="Switch on" onValues={add}>
      <Field label="Operation">
        <Select name="operation" value={operation} onValue={setOperation} options={EVERY_OPERATION} />
      </Field>
      {operation === '' && (
        <div class="form-row">
          <Field label="Method">
            <Select name="method" options={METHODS} />
          </Field>
          <Field label="Path" hint="* matches any text">
            <input name="path" placeholder="/mess*" />
          </Field>
        </div>
      )}
      <Field label="Effect">
        <Select name="how" value={how} onValue={setHow} options={EFFECTS} />
      </Field>
      {!isCut && (
        <Field label="Error code" hint="The service's own error, with its status and body">
          <Select name="code" value={code} onValue={setCode} options={CODES} />
        </Field>
      )}
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
      {!isCut && (
        <Field label="Headers" hint="One a line, in addition to the usual ones">
          <textarea name="headers" rows={2} placeholder="retry-after: 10" />
        </Field>
      )}
    </FormDialog>
  );
}
