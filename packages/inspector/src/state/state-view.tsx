import { useState } from 'preact/hooks';
import { API, call, withToken } from '../api/control-api.ts';
import type { AccountsResponse, CarrierResponse } from '../api/types.ts';
import { Dialog } from '../components/dialog.tsx';
import { runAction } from '../components/notices.tsx';
import { PropertyList } from '../components/property-list.tsx';
import { count } from '../format.ts';
import { useDigest } from '../live/digest.ts';
import { useResource } from '../live/use-resource.ts';

/** The whole of the service: kept in a file, taken from one, or begun anew. */
export function StateView() {
  return (
    <div class="page">
      <Summary />
      <Snapshot />
      <Network />
      <Reset />
    </div>
  );
}

function Summary() {
  const { digest } = useDigest();
  const messages = useResource<{ total: number }>('/messages?offset=0&limit=1').data?.total;
  const webhooks = useResource<{ total: number }>('/webhooks?offset=0&limit=1').data?.total;
  const accounts = useResource<AccountsResponse>('/accounts').data?.accounts.length;
  const shown = (value: number | undefined) => (value === undefined ? '–' : count(value));
  return (
    <section class="panel" aria-labelledby="summary">
      <h2 id="summary">What there is</h2>
      <PropertyList
        entries={[
          ['Facts so far', shown(digest?.seq)],
          ['Messages', shown(messages)],
          ['Webhook deliveries', shown(webhooks)],
          ['Accounts', shown(accounts)],
        ]}
      />
    </section>
  );
}

function Snapshot() {
  const restore = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (file === undefined) return;
    await runAction(
      async () => call('PUT', '/snapshot', await file.text()),
      `The state of ${file.name} is restored.`,
    );
    input.value = '';
  };
  return (
    <section class="panel" aria-labelledby="snapshot">
      <h2 id="snapshot">Snapshot</h2>
      <p class="dim">
        All that decides the future: state, clock, pending jobs, keys. The same calls then have the same
        answers.
      </p>
      <div class="actions">
        <a
          class="button primary"
          href={withToken(`${API}/snapshot`)}
          download="messaging-emulator.snapshot.json"
        >
          Save to a file
        </a>
        <label class="button">
          Restore from a file
          <input
            type="file"
            class="visually-hidden"
            accept=".json,application/json"
            onChange={({ currentTarget }) => void restore(currentTarget)}
          />
        </label>
      </div>
    </section>
  );
}

const OUTCOMES = [
  ['deliver', 'Deliver', 'Messages are delivered.'],
  ['fail', 'Fail', 'Messages fail with code 22.'],
  ['hold', 'Hold', 'Messages wait until you deliver or fail them.'],
] as const;

/** What the simulated network does with numbers that no rule and no test number decides. */
function Network() {
  const { data } = useResource<CarrierResponse>('/carrier');
  const set = (outcome: string, words: string) =>
    runAction(() => call('PUT', '/carrier', { outcome }), words);
  return (
    <section class="panel" aria-labelledby="network">
      <h2 id="network">Network</h2>
      <p class="dim">What becomes of messages to numbers that no rule and no test number decides.</p>
      <fieldset class="choices">
        <legend class="visually-hidden">Outcome</legend>
        {OUTCOMES.map(([outcome, name, words]) => (
          <label key={outcome} class="choice">
            <input
              type="radio"
              name="outcome"
              checked={data?.outcome === outcome}
              onChange={() => void set(outcome, words)}
            />
            <span>
              <b>{name}</b> <span class="dim">{words}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </section>
  );
}

function Reset() {
  const [isAsking, setAsking] = useState(false);
  const reset = async () => {
    setAsking(false);
    await runAction(() => call('POST', '/reset'), 'Everything is as it was at the start.');
  };
  return (
    <section class="panel" aria-labelledby="reset">
      <h2 id="reset">Reset</h2>
      <p class="dim">
        Back to the configuration it started with: state, clock, seed, faults and network. Keys stay the same.
      </p>
      <div class="actions">
        <button type="button" class="danger" onClick={() => setAsking(true)}>
          Reset…
        </button>
      </div>
      {isAsking && (
        <Dialog title="Reset everything?" onClose={() => setAsking(false)}>
          <p>
            All messages, webhooks and requests are lost, and all accounts that were created since the start.
          </p>
          <footer>
            <button type="button" class="quiet" onClick={() => setAsking(false)}>
              Keep it
            </button>
            <button type="button" class="danger" onClick={() => void reset()}>
              Reset
            </button>
          </footer>
        </Dialog>
      )}
    </section>
  );
}
