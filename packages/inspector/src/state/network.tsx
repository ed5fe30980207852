import { useEffect, useState } from 'preact/hooks';
import { call } from '../api/control-api.ts';
import type { CarrierResponse } from '../api/types.ts';
import { Loaded } from '../components/loading.tsx';
import { runAction } from '../components/notices.tsx';
import { Panel } from '../components/panel.tsx';
import { useResource } from '../live/use-resource.ts';
import { CarrierRules } from './carrier-rules.tsx';

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
