import type { Delivery, Job, Message } from '../answers.ts';
import type { Controls } from '../controls.ts';
import type { JsonSchema } from '../json-schema.ts';
import { exactly, listWith } from '../json-schema.ts';
import type { Operations } from '../operations.ts';
import { counted, linesOf } from '../texts.ts';
import type { Tool, ToolCall } from '../tool.ts';
import { limited, limitOf, readPart } from './lists.ts';
import { messagesSchema } from './messages.ts';
import { deliveryLine, jobLine, messageLine, only, shownDelivery, shownMessage } from './objects.ts';
import { deliverySchema } from './webhooks.ts';

/** How often the progress of an advance is reported, in milliseconds of real time. */
const REPORT_INTERVAL_MS = 500;

const number = (description: string): JsonSchema => ({ type: 'integer', description });

function jobSchema(operations: Operations): JsonSchema {
  return listWith(operations.answer('listJobs', 'jobs').jobs, 'id dueAt kind does');
}

function shownJob(job: Job) {
  return only(job, 'id dueAt kind does');
}

/** Moves the clock, and says what happened. */
export const advanceClock: Tool = {
  name: 'advance_clock',
  title: 'Move the clock',
  description:
    'Moves the time of the service forward by a duration or to an instant, or, without both, to the next thing that is due. Everything due until then happens: scheduled messages are sent, receipts arrive, webhooks are tried again. Returns what happened. The time of the application moves only if it follows the clock (import @messaging-service/emulator/follow-clock).',
  effect: 'adds',
  input: (operations) => ({
    members: operations.input('advanceClock', 'by to timeout maxInstants'),
  }),
  output: (operations) => {
    const members = {
      from: { ...operations.answer('getClock', 'now').now, description: 'The time before the move.' },
      ...operations.answer('advanceClock', 'now ran'),
      sent: number('Messages that were sent during the move.'),
      resolved: number('Messages that were delivered or failed during the move.'),
      messages: messagesSchema(operations),
      attempted: number('Webhooks that were attempted during the move.'),
      webhooks: { type: 'array', items: deliverySchema(operations) },
      next: { anyOf: [jobSchema(operations), { type: 'null' }], description: 'What is due next.' },
    };
    return exactly(members, Object.keys(members));
  },
  advice: {
    advance_stopped:
      'The clock stays at that instant. Call advance_clock again for the rest, with a longer timeout or without it.',
  },
  run: async (call) => {
    const { controls } = call;
    const { now: from } = await controls.call<{ now: string }>('getClock');
    const { now, ran } = await move(call);
    return { ...(await reportOf(controls, { from, now, ran })) };
  },
};

interface Moved {
  readonly now: string;
  readonly ran: number;
}

/** Moves the clock, and reports how far it is if the client asked for it. */
async function move({ controls, args, signal, progress }: ToolCall): Promise<Moved> {
  const hasTarget = args.by !== undefined || args.to !== undefined;
  const moving = hasTarget
    ? controls.call<Moved>('advanceClock', args)
    : controls.call<Moved>('advanceToNextJob');
  if (progress === undefined) return moving;
  let latest = -1;
  const report = async () => {
    const running = await controls.call<RunningAdvance>('getAdvance');
    if (running.advance === null || signal.aborted) return;
    const { from, now, to, instants } = running.advance;
    const done = Date.parse(now) - Date.parse(from);
    // Progress must increase with each notification.
    if (done <= latest) return;
    latest = done;
    const total = to === null ? undefined : Date.parse(to) - Date.parse(from);
    await progress(done, total, `The clock is at ${now}, after ${counted(instants, 'instant')}.`);
  };
  const timer = setInterval(() => void report().catch(() => undefined), REPORT_INTERVAL_MS);
  try {
    return await moving;
  } finally {
    clearInterval(timer);
  }
}

interface RunningAdvance {
  readonly advance: {
    readonly from: string;
    readonly now: string;
    readonly to: string | null;
    readonly instants: number;
  } | null;
}

/** What happened between two instants. */
async function reportOf(controls: Controls, { from, now, ran }: Moved & { readonly from: string }) {
  const period = `${from}/${now}`;
  const [sent, resolved, attempted, { jobs }] = await Promise.all([
    readPart<Message>(controls, 'listMessages', 'messages', { q: `sent:${period}`, limit: MOST_SHOWN }),
    readPart<Message>(controls, 'listMessages', 'messages', { q: `resolved:${period}`, limit: MOST_SHOWN }),
    readPart<Delivery>(controls, 'listWebhooks', 'deliveries', {
      q: `attempted:${period}`,
      order: 'attempted',
      limit: MOST_SHOWN,
    }),
    controls.call<{ jobs: readonly Job[] }>('listJobs', { limit: 1 }),
  ]);
  const messages = [
    ...new Map([...sent.rows, ...resolved.rows].map((one) => [one.messageUuid, one])).values(),
  ];
  const [next] = jobs;
  const text = linesOf([
    from === now ? `The clock stays at ${now}.` : `The clock moved from ${from} to ${now}.`,
    `${counted(sent.total, 'message')} sent, ${resolved.total} delivered or failed, ${counted(attempted.total, 'webhook')} attempted.`,
    ...messages.map(messageLine),
    ...attempted.rows.map(deliveryLine),
    next === undefined ? 'Nothing else is due.' : 'Due next:',
    next !== undefined && jobLine(next),
  ]);
  const data = {
    from,
    now,
    ran,
    sent: sent.total,
    resolved: resolved.total,
    messages: messages.map(shownMessage),
    attempted: attempted.total,
    webhooks: attempted.rows.map(shownDelivery),
    next: next === undefined ? null : shownJob(next),
  };
  return { text, data };
}

/** Messages and webhooks that the report of a move shows. */
const MOST_SHOWN = 10;

/** Lists what is due. */
export const listDue: Tool = {
  name: 'list_due',
  title: 'List what is due',
  description:
    'Lists what the service will do later, the next first: scheduled messages, receipts, attempts at webhooks, schedules of accounts. Use it before advance_clock, and to see whether a cancelled message is gone.',
  effect: 'reads',
  input: () => ({ members: limited }),
  output: (operations) => {
    const members = {
      ...operations.answer('getClock', 'now'),
      jobs: { type: 'array', items: jobSchema(operations) },
    };
    return exactly(members, Object.keys(members));
  },
  run: async ({ controls, args }) => {
    const limit = limitOf(args.limit);
    const [{ now }, { jobs: found }] = await Promise.all([
      controls.call<{ now: string }>('getClock'),
      // One more than is shown tells whether there are more.
      controls.call<{ jobs: readonly Job[] }>('listJobs', { limit: limit < 1 ? limit : limit + 1 }),
    ]);
    const jobs = found.slice(0, limit);
    const text = linesOf([
      `It is ${now}.`,
      jobs.length === 0 && 'Nothing is due.',
      ...jobs.map(jobLine),
      found.length > limit && 'More is due after these. Pass a larger "limit", or move the clock.',
    ]);
    return { text, data: { now, jobs: jobs.map(shownJob) } };
  },
};
