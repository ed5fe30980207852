import { call } from '../api/control-api.ts';
import type { JobView } from '../api/types.ts';
import { Form } from '../components/form.tsx';
import { perform } from '../components/notices.tsx';
import { Code, Empty, Moment } from '../components/small.tsx';
import { dayOf, plural, spanOf, timeOf } from '../format.ts';
import { live, useDigest, useNow } from '../live/digest.ts';
import { useResource } from '../live/use-resource.ts';
import { href } from '../routing/route.ts';

interface Moved {
  readonly now: string;
  readonly ran: number;
}

/** Moves the clock, and says where it now stands and what ran on the way. */
async function move(work: () => Promise<Moved>): Promise<void> {
  let moved: Moved | undefined;
  await perform(async () => {
    moved = await work();
  }, 'The clock is moved.');
  if (moved === undefined) return;
  const { now, ran } = moved;
  await perform(() => Promise.resolve(), `It is ${dayOf(now)}, ${timeOf(now)}. ${plural(ran, 'job')} ran.`);
}

const advance = (body: { readonly by: string | number } | { readonly to: string }) =>
  move(() => call<Moved>('POST', '/clock/advance', body));

/** What is due already, or will be before the call arrives, is run where the clock stands. */
function advanceTo(dueAt: string): Promise<void> {
  return Date.parse(dueAt) <= live.now()
    ? move(() => call<Moved>('POST', '/settle'))
    : advance({ to: dueAt });
}

/** Goes to the next job from wherever a person is. */
export function NextJobButton() {
  const { data } = useResource<{ jobs: readonly JobView[] }>('/jobs?limit=1');
  const next = data?.jobs[0];
  return (
    <button
      type="button"
      class="small next-job"
      disabled={next === undefined}
      title={next === undefined ? 'No job is due' : `${describe(next)}, due ${next.dueAt}`}
      onClick={() => next !== undefined && void advanceTo(next.dueAt)}
    >
      Next job
    </button>
  );
}

const STEPS = [
  ['1 min', '1m'],
  ['10 min', '10m'],
  ['1 hour', '1h'],
  ['6 hours', '6h'],
  ['1 day', '1d'],
  ['7 days', '7d'],
] as const;

/** The emulator's time: what it is, what comes next, and how to turn it. */
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

function Jobs() {
  const { data } = useResource<{ jobs: readonly JobView[] }>('/jobs?limit=50');
  const now = useNow();
  if (data === undefined) return null;
  return (
    <section class="panel" aria-labelledby="jobs">
      <h2 id="jobs">Next due</h2>
      {data.jobs.length === 0 ? (
        <Empty title="Nothing is due">
          <p>
            Messages with a send_at, receipts on their way, webhooks to be tried again and account schedules
            are here.
          </p>
          <Code label="Member of a message">{`"send_at": "${new Date(now + 3_600_000).toISOString().slice(0, 16)}Z"`}</Code>
        </Empty>
      ) : (
        <ol class="jobs">
          {data.jobs.map((job, index) => (
            <li key={index}>
              <span class="tabular">
                <Moment at={job.dueAt} />
              </span>
              <span class="dim tabular jobs-span">
                {Date.parse(job.dueAt) <= now ? 'now' : `in ${spanOf(Date.parse(job.dueAt) - now)}`}
              </span>
              <JobLink job={job} />
              <button type="button" class="small" onClick={() => void advanceTo(job.dueAt)}>
                Advance to here<span class="visually-hidden">: {describe(job)}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function JobLink({ job }: { readonly job: JobView }) {
  const text = describe(job);
  switch (job.kind) {
    case 'send-batch':
      return <a href={href('messages', { batch: job.batchUuid })}>{text}</a>;
    case 'attempt-webhook':
      return <a href={href('webhooks', { id: job.deliveryId })}>{text}</a>;
    case 'run-schedule':
      return <a href={href('accounts', { id: job.accountUuid })}>{text}</a>;
    case 'resolve-messages':
      return <span>{text}</span>;
  }
}

function describe(job: JobView): string {
  switch (job.kind) {
    case 'send-batch':
      return `Send ${plural(job.messages, 'scheduled message')}`;
    case 'resolve-messages':
      return `${job.delivered ? 'Deliver' : 'Fail'} ${plural(job.messages, 'message')}`;
    case 'attempt-webhook':
      return `Attempt ${job.attempt} at a webhook to ${job.url}`;
    case 'run-schedule':
      return `Run the schedule of ${job.name}`;
  }
}
