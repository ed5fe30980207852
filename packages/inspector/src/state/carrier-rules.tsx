import { useState } from 'preact/hooks';
import { call } from '../api/control-api.ts';
import type { CarrierResponse } from '../api/types.ts';
import { ActionButton } from '../components/action-button.tsx';
import { notify } from '../components/notices.tsx';
import { DialogButton } from '../forms/dialog-button.tsx';
import { Field, type FormValues } from '../forms/form.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { type Option, Select } from '../forms/select.tsx';
import { type CarrierRule, describeRule, ruleOf } from './carrier-rule.ts';

const OUTCOMES: readonly Option[] = [
  ['deliver', 'Deliver'],
  ['fail', 'Fail with a receipt code'],
  ['hold', 'Hold: no receipt'],
  ['unsupported', 'The channel is unsupported'],
  ['refuse', 'Refuse'],
];

const CHANNELS: readonly Option[] = [
  ['', 'Any'],
  ['sms', 'SMS'],
  ['rcs', 'RCS'],
];

/** The rules of the network by number, in the order in which they are tried. */
export function CarrierRules({ carrier }: { readonly carrier: CarrierResponse }) {
  const { outcome, code, after, rules } = carrier;
  const put = (changed: readonly CarrierRule[]) =>
    call('PUT', '/carrier', { outcome, code, after, rules: changed });
  const add = async (rule: CarrierRule) => {
    await put([rule, ...rules]);
    notify('The rule applies from now on.');
  };
  return (
    <div role="group" aria-labelledby="rules">
      <div class="section-head">
        <h3 id="rules">Rules</h3>
        <DialogButton dialog={<NewRule onAdd={add} />}>Add a rule</DialogButton>
      </div>
      {rules.length === 0 && <p class="dim">None.</p>}
      <ol class="links rules">
        {rules.map((rule, index) => (
          <li key={index}>
            <code>{rule.to}</code> <span>{describeRule(rule)}</span>
            <ActionButton
              class="small quiet"
              onAction={() => put(rules.filter((other) => other !== rule))}
              done="The rule is removed."
            >
              Remove<span class="visually-hidden"> the rule for {rule.to}</span>
            </ActionButton>
          </li>
        ))}
      </ol>
    </div>
  );
}

interface NewRuleProps {
  readonly onAdd: (rule: CarrierRule) => Promise<void>;
}

function NewRule({ onAdd }: NewRuleProps) {
  const [outcome, setOutcome] = useState('deliver');
  return (
    <FormDialog title="New rule" submit="Add" onValues={(values: FormValues) => onAdd(ruleOf(values))}>
      <Field label="Number" hint="With country code; * matches any digits, such as 4477009001*">
        <input name="to" required pattern="\+?[\d* ]{1,40}" placeholder="447700900123" autocomplete="off" />
      </Field>
      <div class="form-row">
        <Field label="Outcome">
          <Select name="outcome" value={outcome} onValue={setOutcome} options={OUTCOMES} />
        </Field>
        <Field label="Channel">
          <Select name="channel" options={CHANNELS} />
        </Field>
      </div>
      <div class="form-row">
        {outcome === 'fail' && (
          <Field label="Code" hint="Hexadecimal">
            <input name="code" pattern="[0-9A-Fa-f]{1,8}" required defaultValue="22" />
          </Field>
        )}
        {(outcome === 'deliver' || outcome === 'fail') && (
          <Field label="After" hint="Emulator time, such as 3s. Empty for immediately">
            <input name="after" pattern="\d+(\.\d+)?(ms|s|m|h|d)?" />
          </Field>
        )}
      </div>
    </FormDialog>
  );
}
