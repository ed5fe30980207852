import { useState } from 'preact/hooks';
import { call } from '../api/control-api.ts';
import type { FaultView } from '../api/types.ts';
import { Chip } from '../components/chip.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Field, Form, FormFooter } from '../components/form.tsx';
import { runAction } from '../components/notices.tsx';
import { useResource } from '../live/use-resource.ts';
import { describeFault, faultOf } from './fault.ts';

const READY: readonly (readonly [name: string, fault: object])[] = [
  ['503', { status: 503 }],
  ['429', { status: 429, headers: { 'retry-after': '1' } }],
  ['2 s late', { delay: '2s' }],
  ['Cut before', { disconnect: true }],
  ['Cut after', { disconnect: true, when: 'after' }],
];

/** What goes wrong with the next calls: faults in force, and those a person can switch on. */
export function Faults() {
  const { data, refresh } = useResource<{ faults: readonly FaultView[] }>('/faults');
  const [isCreating, setCreating] = useState(false);
  const add = (fault: object) =>
    runAction(
      () => call('POST', '/faults', fault).then(refresh),
      'The fault is in force for the next call it applies to.',
    );
  const remove = (id?: string) =>
    runAction(
      () => call('DELETE', `/faults${id === undefined ? '' : `/${id}`}`).then(refresh),
      'The fault is taken back.',
    );
  const faults = (data?.faults ?? []).filter(({ left }) => left > 0);
  return (
    <div class="faults" role="group" aria-label="Faults">
      <div class="bar">
        <span class="bar-name">Next call</span>
        {READY.map(([name, fault]) => (
          <button type="button" class="small" key={name} onClick={() => void add(fault)}>
            {name}
          </button>
        ))}
        <button type="button" class="small quiet" onClick={() => setCreating(true)}>
          Other…
        </button>
      </div>
      {faults.length > 0 && (
        <ul class="faults-list">
          {faults.map((fault) => (
            <li key={fault.id}>
              <Chip kind="failed">fault</Chip>
              <span>{describeFault(fault)}</span>
              <button
                type="button"
                class="small quiet"
                aria-label={`Take back: ${describeFault(fault)}`}
                onClick={() => void remove(fault.id)}
              >
                Take back
              </button>
            </li>
          ))}
          {faults.length > 1 && (
            <li>
              <button type="button" class="small" onClick={() => void remove()}>
                Take back all
              </button>
            </li>
          )}
        </ul>
      )}
      {isCreating && <NewFault onAdd={add} onClose={() => setCreating(false)} />}
    </div>
  );
}

interface NewFaultProps {
  readonly onAdd: (fault: object) => Promise<boolean>;
  readonly onClose: () => void;
}

function NewFault({ onAdd, onClose }: NewFaultProps) {
  const add = async (values: Readonly<Record<string, string>>) => {
    if (await onAdd(faultOf(values))) onClose();
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
          <Field label="Path" hint="* stands for anything">
            <input name="path" placeholder="/mess*" />
          </Field>
        </div>
        <Field label="What happens">
          <select name="how">
            <option value="answer-before">Another answer, nothing is processed</option>
            <option value="answer-after">Another answer, after the call was processed</option>
            <option value="cut-before">The connection is cut, nothing is processed</option>
            <option value="cut-after">The connection is cut, after the call was processed</option>
          </select>
        </Field>
        <div class="form-row">
          <Field label="Status">
            <input name="status" type="number" min="200" max="599" placeholder="503" />
          </Field>
          <Field label="Delay" hint="250ms, 2s">
            <input name="delay" pattern="\d+(ms|s|m)?" />
          </Field>
          <Field label="Calls">
            <input name="times" type="number" min="1" required defaultValue="1" />
          </Field>
        </div>
        <Field label="Body" hint="As it is to be answered; empty for the usual one">
          <textarea name="body" rows={3} />
        </Field>
        <FormFooter submit="Switch on" onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
