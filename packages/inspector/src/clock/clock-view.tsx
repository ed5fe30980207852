import { Form } from '../components/form.tsx';
import { dayOf, timeOf } from '../format.ts';
import { useDigest, useNow } from '../live/digest.ts';
import { Jobs } from './jobs.tsx';
import { advance } from './move-clock.ts';

const STEPS = [
  ['1 min', '1m'],
  ['10 min', '10m'],
  ['1 hour', '1h'],
  ['6 hours', '6h'],
  ['1 day', '1d'],
  ['7 days', '7d'],
] as const;

/** The emulator's clock, buttons that advance it, and the next jobs. */
export function ClockView() {
  const { digest } = useDigest();
  const now = useNow();
  const whole = Math.floor(now / 1_000) * 1_000;
  return (
    <div class="page">
      <section class="panel clock-face" aria-label="Now">
        <p class="clock-day">{dayOf(now)} · GMT</p>
        <p class="clock-time">{timeOf(whole)}</p>
        <p class="dim">
          {digest?.mode === 'virtual'
            ? 'Virtual: time stands still until it is moved.'
            : 'System: time follows the machine, plus whatever it is moved by.'}
        </p>
      </section>
      <section class="panel" aria-label="Advance">
        <h2>Advance</h2>
        <fieldset class="steps">
          <legend class="visually-hidden">By a step</legend>
          {STEPS.map(([name, by]) => (
            <button type="button" key={by} onClick={() => void advance({ by })}>
              + {name}
            </button>
          ))}
        </fieldset>
        <div class="clock-forms">
          <Form
            class="inline"
            onValues={({ by = '' }) => advance({ by: /^\d+$/.test(by) ? Number(by) : by })}
          >
            <label for="advance-by">By</label>
            <input
              id="advance-by"
              name="by"
              placeholder="90s, 15m, 2h"
              required
              pattern="\d+(\.\d+)?(ms|s|m|h|d)?"
              title="A number with ms, s, m, h or d"
            />
            <button type="submit">Advance</button>
          </Form>
          <Form class="inline" onValues={({ to = '' }) => advance({ to: `${to}Z` })}>
            <label for="advance-to">To</label>
            <input
              id="advance-to"
              name="to"
              type="datetime-local"
              step="1"
              required
              defaultValue={new Date(whole).toISOString().slice(0, 19)}
              key={Math.floor(now / 3_600_000)}
            />
            <button type="submit">Go there</button>
          </Form>
        </div>
      </section>
      <Jobs />
    </div>
  );
}
