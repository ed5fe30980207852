import { formatTimestamp } from '@messaging-service/contract';
import type { TimeEvent } from '@messaging-service/protocol';
import * as z from 'zod/mini';
import { doc, optional } from '../runtime/options/doc.ts';
import { instantMsSchema, nameSchema } from '../runtime/options/values.ts';
import type { Follower } from '../service/follower.ts';
import { costShape, viewClock } from './clock.ts';
import { type Endpoint, endpoint } from './endpoint.ts';
import { eventText } from './event-stream.ts';
import { instantOrNull, list, mode, now, text } from './values.ts';

const followerId = 'follower-1';
const id = ['The `id` of a follower.', followerId] as const;

const followerSchema = z.strictObject({
  name: optional(nameSchema, 'Name of the application, for users and logs.', 'checkout'),
  ahead: optional(
    z.boolean(),
    'Whether the application can visit instants without an event for each. Default: false.',
    true,
  ),
});

const count = z.int().check(z.minimum(0, 'must be 0 or more'));

/** How many names a report can contain. */
const MOST_NAMES = 100;

const reachedSchema = z.strictObject({
  tick: doc(
    z.int().check(z.minimum(0, 'must be the "tick" of an event')),
    'Number of the clock event that the application has processed.',
    4,
  ),
  nextTimerAt: optional(
    z.nullable(instantMsSchema),
    'When the next timer of the application is due; null or left out without one.',
    '2026-01-01T09:10:00.000Z',
  ),
  requests: optional(
    count,
    'Number of requests and queries that the application has made since its last report.',
    1,
  ),
  now: optional(
    instantMsSchema,
    'The time that the application has reached, if it went ahead.',
    '2026-01-01T09:00:00.000Z',
  ),
  instants: optional(count, 'Number of instants that it has visited since its last report.', 25),
  waitingFor: optional(
    z.array(z.string()).check(z.maxLength(MOST_NAMES, `must have at most ${MOST_NAMES} names`)),
    'What it waits for, if it is still busy.',
    [],
  ),
  waitingForTime: optional(
    z.array(z.string()).check(z.maxLength(MOST_NAMES, `must have at most ${MOST_NAMES} names`)),
    'The timers that the application waits for while the clock stands still. The log of the emulator names them.',
    [],
  ),
  costs: optional(
    z
      .array(z.strictObject(costShape))
      .check(z.maxLength(MOST_NAMES, `must have at most ${MOST_NAMES} names`)),
    'The timers and connections that took the most real time since its last report.',
  ),
});

const followersAnswer = z.strictObject({
  followers: list('The applications that follow the clock, in the order in which they joined.', {
    id: text('Identifier of the follower.', followerId),
    name: optional(z.string(), 'Name of the application.', 'checkout'),
    nextTimerAt: instantOrNull(
      'When the next timer of the application is due; null without one.',
      '2026-01-01T09:10:00.000Z',
    ),
  }),
});

/** How an application follows the clock of a service, in any language. */
export const FOLLOWER_ENDPOINTS: readonly Endpoint[] = [
  endpoint('listFollowers', 'GET /followers', {
    tag: 'clock',
    description: 'Lists the applications that follow the clock.',
    answer: followersAnswer,
    run: ({ service }) => ({ followers: service.followers.list().map(viewFollower) }),
  }),
  endpoint('joinAsFollower', 'POST /followers', {
    tag: 'clock',
    description:
      'Announces an application that follows the clock. Moves of time wait for it as soon as it has opened its stream of events. With `ahead`, it can visit instants without an event for each.',
    body: followerSchema,
    answer: z.strictObject({
      id: text('Identifier of the follower, for its event stream.', followerId),
      now,
      mode,
    }),
    statuses: [201],
    run: ({ service, body: { name, ahead } }) => {
      const { id: joined } = service.followers.join(name, ahead);
      return { id: joined, ...viewClock(service) };
    },
  }),
  endpoint('leaveAsFollower', 'DELETE /followers/{id}', {
    tag: 'clock',
    id,
    description: 'Removes an application that follows the clock.',
    run: ({ service: { followers }, id: follower }) => {
      followers.get(follower);
      followers.leave(follower);
    },
  }),
  endpoint('followClock', 'GET /followers/{id}/events', {
    tag: 'clock',
    id,
    description:
      'Streams an event `clock` for each instant that the application must reach, with the members `tick`, `now`, `mode`, `until` and `jump`. The application first sets its clock to `now`. With `jump`, time was replaced, and timers keep the time that was left. Without it, the timers that are due run. Then the application reports the `tick`: immediately when `until` is `set`, and when it has finished the work that its timers started when `until` is `quiet`. An event with `upTo` allows an application that joined with `ahead` to visit the instants of its own timers up to that one before it reports. An event whose `until` is `halt` ends that: the application reports its time immediately, does not change its clock, and stays at the instant. The end of the stream removes the application.',
    answer: 'events',
    run: ({ service, id: follower, signal }) => texts(service.followers.listen(follower, signal)),
  }),
  endpoint('reportInstantReached', 'POST /followers/{id}/reached', {
    tag: 'clock',
    id,
    description:
      'Reports that the application has reached the instant of an event, and when its next timer is due. With `tick` 0, it reports at any time that a timer was set, or that it is still busy: the emulator waits at most 10 seconds for a report. `requests` is the number of requests and queries it has made since its last report. If there were any, the other applications are asked again. A request can contain any number of reports, each in a line of its own. It can stay open, because each report takes effect when its line arrives; an empty line keeps the connection alive. 404 means that the emulator has removed the application, which must join again.',
    body: reachedSchema,
    run: ({ service, id: follower, body: { nextTimerAt, requests = 0, ...report } }) =>
      service.followers.reached(follower, { ...report, requests, nextTimerAt: nextTimerAt ?? undefined }),
  }),
];

function viewFollower({ id, name, nextTimerAt }: Follower) {
  return { id, name, nextTimerAt: nextTimerAt === undefined ? null : formatTimestamp(nextTimerAt) };
}

async function* texts(events: AsyncIterable<TimeEvent>): AsyncGenerator<string> {
  for await (const { now, upTo, ...event } of events)
    yield eventText('clock', {
      now: formatTimestamp(now),
      ...event,
      ...(upTo !== undefined && { upTo: formatTimestamp(upTo) }),
    });
}
