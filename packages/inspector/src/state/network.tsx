import { useEffect, useState } from 'preact/hooks';
import { call } from '../api/control-api.ts';
import type { CarrierResponse } from '../api/types.ts';
import { ActionButton } from '../components/action-button.tsx';
import { Loaded } from '../components/loading.tsx';
import { notify, runAction } from '../components/notices.tsx';
import { Panel } from '../components/panel.tsx';
import { DialogButton, FormDialog } from '../forms/dialogs.tsx';
import { Field, type FormValues } from '../forms/form.tsx';
import { type Option, Select } from '../forms/select.tsx';
import { useResource } from '../live/use-resource.ts';
import { type CarrierRule, describeRule, ruleOf } from './carrier-rule.ts';

/** What the network can do with messages. Without a code, it fails them with 22. */
const outcomesWith = (code = '22') =>
  [
    ['deliver', 'Deliver', 'Messages are delivered.'],
    ['fail', 'Fail', `Messages fail with code ${code}.`],
    ['hold', 'Hold', 'Messages wait until you deliver or fail them.'],
  ] as const;

const TEST_NUMBERS = [
  ['447700900000 to 699', 'delivered'],
  ['447700900700', 'sent, but never gets a receipt'],
  ['447700900701', 'has no RCS, so the next channel is used'],
  ['447700900702', 'has opted out'],
  ['447700900800', 'refused by the network'],
  ['4477009008cc', 'fails with receipt code cc, such as 822 with code 22'],
] as const;

/** The simulated network: its default, the test numbers and rules by number. */
export function Network() {
  const carrier = useResource<CarrierResponse>('/carrier');
  return (
    <Panel title="Network">
      <Loaded resource={carrier} what="the network">
        {(data) => <Settings carrier={data} />}
      </Loaded>
    </Panel>
  );
}

function Settings({ carrier }: { readonly carrier: CarrierResponse }) {
  // The choice is shown until the emulator reports it. Otherwise a report from before it would undo the choice for a moment.
  const [wanted, setWanted] = useState<string>();
  useEffect(() => setWanted(undefined), [carrier.outcome]);
  const set = async (outcome: string, words: string) => {
    setWanted(outcome);
    // The code stays configured while the network delivers or holds messages.
    const settings = { ...carrier, outcome };
    if (!(await runAction(() => call('PUT', '/carrier', settings), words))) setWanted(undefined);
  };
  return (
    <>
      <p class="dim">
        The first rule below that matches a number decides. Without one, test numbers have their own outcomes,
        and other numbers the one that you choose here.
      </p>
      <fieldset class="choices">
        <legend>Other numbers</legend>
        {outcomesWith(carrier.code).map(([outcome, name, words]) => (
          <label key={outcome} class="choice">
            <input
              type="radio"
              name="outcome"
              checked={(wanted ?? carrier.outcome) === outcome}
              onChange={() => void set(outcome, words)}
            />
            <span>
              <b>{name}</b> <span class="dim">{words}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <label class="choice">
        <input
          type="checkbox"
          checked={carrier.optOut === true}
          onChange={({ currentTarget: { checked } }) =>
            void runAction(
              () => call('PUT', '/carrier', { ...carrier, optOut: checked }),
              checked
                ? 'STOP from a phone is respected from now on.'
                : 'STOP from a phone has no effect now.',
            )
          }
        />
        <span>
          <b>Respect STOP</b>{' '}
          <span class="dim">
            Messages to a phone that wrote STOP to their sender ID fail with code 30, until it writes START.
          </span>
        </span>
      </label>
      <CarrierRules carrier={carrier} />
      <details>
        <summary>Test numbers</summary>
        <ul class="test-numbers">
          {TEST_NUMBERS.map(([number, outcome]) => (
            <li key={number}>
              <code>{number}</code> <span class="dim">{outcome}</span>
            </li>
          ))}
        </ul>
        <p class="dim">
          A rule for <code>*</code> overrides them all.
        </p>
      </details>
    </>
  );
}

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
function CarrierRules({ carrier }: { readonly carrier: CarrierResponse }) {
  const { outcome, code, after, rules } = carrier;
  const put = (changed: readonly CarrierRule[]) =>
    call('PUT', '/carrier', { outcome, code, after, rules: changed });
  const add = async (rule: CarrierRule) => {
    const latest = await call<CarrierResponse>('GET', '/carrier');
    await put([rule, ...latest.rules]);
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
