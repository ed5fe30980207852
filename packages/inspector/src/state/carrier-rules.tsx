import { useState } from 'preact/hooks';
import { call } from '../api/control-api.ts';
import type { CarrierResponse } from '../api/types.ts';
import { Dialog } from '../components/dialog.tsx';
import { Field, Form, FormFooter, type FormValues } from '../components/form.tsx';
import { notify, runAction } from '../components/notices.tsx';
import { type CarrierRule, describeRule, ruleOf } from './carrier-rule.ts';

/** The rules of the network by number, in the order in which they are tried. */
export function CarrierRules({ carrier }: { readonly carrier: CarrierResponse }) {
  const [isCreating, setCreating] = useState(false);
  const { outcome, code, after, rules } = carrier;
  const put = (changed: readonly CarrierRule[]) =>
    call('PUT', '/carrier', { outcome, ...(code === undefined ? {} : { code }), after, rules: changed });
  const add = async (rule: CarrierRule) => {
    await put([rule, ...rules]);
    notify('The rule applies from now on.');
    setCreating(false);
  };
  const remove = (removed: number) =>
    runAction(() => put(rules.filter((_, index) => index !== removed)), 'The rule is removed.');
  return (
    <div role="group" aria-labelledby="rules">
      <div class="section-head">
        <h3 id="rules">Rules</h3>
        <button type="button" class="small" onClick={() => setCreating(true)}>
          Add a rule
        </button>
      </div>
      {rules.length === 0 && <p class="dim">None.</p>}
      <ol class="links rules">
        {rules.map((rule, index) => (
          <li key={index}>
            <code>{rule.to}</code> <span>{describeRule(rule)}</span>
            <button type="button" class="small quiet" onClick={() => void remove(index)}>
              Remove<span class="visually-hidden"> the rule for {rule.to}</span>
            </button>
          </li>
        ))}
      </ol>
      {isCreating && <NewRule onAdd={add} onClose={() => setCreating(false)} />}
    </div>
  );
}

interface NewRuleProps {
  readonly onAdd: (rule: CarrierRule) => Promise<void>;
  readonly onClose: () => void;
}

function NewRule({ onAdd, onClose }: NewRuleProps) {
  const [outcome, setOutcome] = useState('deliver');
  return (
    <Dialog title="New rule" onClose={onClose}>
      <Form class="form" onValues={(values: FormValues) => onAdd(ruleOf(values))}>
        <Field label="Number" hint="With country code; * stands for any digits, such as 4477009001*">
          <input name="to" required pattern="\+?[\d* ]{1,40}" placeholder="447700900123" autocomplete="off" />
        </Field>
        <div class="form-row">
          <Field label="Outcome">
            <select
              name="outcome"
              value={outcome}
              onChange={({ currentTarget }) => setOutcome(currentTarget.value)}
            >
              <option value="deliver">Deliver</option>
              <option value="fail">Fail with a receipt code</option>
              <option value="hold">Hold: no receipt</option>
              <option value="unsupported">The channel is unsupported</option>
              <option value="refuse">Refuse</option>
            </select>
          </Field>
          <Field label="Channel">
            <select name="channel">
              <option value="">Any</option>
              <option value="sms">SMS</option>
              <option value="rcs">RCS</option>
            </select>
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
        <FormFooter submit="Add" onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
