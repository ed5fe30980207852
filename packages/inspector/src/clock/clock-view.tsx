import { useMemo } from 'preact/hooks';
import { dayOf, timeOf } from '../format.ts';
import { Form, type FormValues } from '../forms/form.tsx';
import { live, useDigest, useNow } from '../live/digest.ts';
import type { ViewProps } from '../routing/route.ts';
import { durationOf } from '../values.ts';
import { advance, move, useIsMoving } from './clock-moves.tsx';
import { Jobs } from './jobs.tsx';
import { modeText } from './mode-text.ts';
import { Moves } from './moves.tsx';
import { nextMonday, tomorrow } from './presets.ts';
import { RunningAdvance } from './running-advance.tsx';

const STEPS = [
  ['+ 1 min', () => ({ by: '1m' })],
  ['+ 10 min', () => ({ by: '10m' })],
  ['+ 1 hour', () => ({ by: '1h' })],
  ['+ 6 hours', () => ({ by: '6h' })],
  ['+ 1 day', () => ({ by: '1d' })],
  ['+ 7 days', () => ({ by: '7d' })],
  ['Tomorrow 09:00', () => ({ to: tomorrow(live.now()) })],
  ['Next Monday 09:00', () => ({ to: nextMonday(live.now()) })],
] as const;

/** The emulator's clock, buttons that advance it, the moves that can be undone, and the next jobs. */
export function ClockView({ parameters }: ViewProps) {
  return (
    <div class="page">
      <Face />
      <Advance />
      <Moves />
      <Jobs openId={parameters.id} />
    </div>
  );
}

function Face() {
  const { digest } = useDigest();
  const now = useNow();
  return (
    <section class="panel clock-face" aria-label="Now">
      <p class="clock-day">{dayOf(now)} · GMT</p>
      <p class="clock-time">{timeOf(wholeSecond(now))}</p>
      <p class="dim">{digest === undefined ? 'Connecting' : modeText(digest)}</p>
    </section>
  );
}

function Advance() {
  const now = useNow();
  const isMoving = useIsMoving();
  // The field follows the clock until the user changes it.
  const start = useMemo(
    () => new Date(wholeSecond(now)).toISOString().slice(0, 19),
    [Math.floor(now / 3_600_000)],
  );
  const goTo = async ({ to = '' }: FormValues, form: HTMLFormElement) => {
    await move({ to: `${to}Z` });
    form.reset();
  };
  return (
    <section class="panel" aria-label="Advance" aria-busy={isMoving}>
      <div class="section-head">
        <h2>Advance</h2>
        <span role="status" class="dim">
          {isMoving && 'Moving…'}
        </span>
      </div>
      <RunningAdvance />
      <fieldset class="steps" disabled={isMoving}>
        <legend class="visually-hidden">By a step</legend>
        {STEPS.map(([name, target]) => (
          <button type="button" key={name} onClick={() => void advance(target())}>
            {name}
          </button>
        ))}
      </fieldset>
      <fieldset class="clock-forms" disabled={isMoving}>
        <legend class="visually-hidden">By a duration or to a date</legend>
        <Form class="inline" onValues={({ by }) => move({ by: durationOf(by) })}>
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
        <Form class="inline" onValues={goTo}>
          <label for="advance-to">To</label>
          <input id="advance-to" name="to" type="datetime-local" step="1" required defaultValue={start} />
          <button type="submit">Go there</button>
        </Form>
      </fieldset>
    </section>
  );
}

function wholeSecond(at: number): number {
  return Math.floor(at / 1_000) * 1_000;
}
