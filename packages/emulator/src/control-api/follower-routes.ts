import { formatTimestamp } from '@messaging-service/contract';
import * as z from 'zod/mini';
import { instantSchema } from '../runtime/options/options-check.ts';
import { instant } from '../runtime/time/instant.ts';
import type { Follower, TimeEvent } from '../service/follower.ts';
import type { Service } from '../service/service.ts';
import type { EventStream } from './events.ts';
import { type ControlRoute, EventResponse, route } from './route.ts';
import { nothing } from './schemas.ts';

/** `POST /followers`. */
const followerSchema = z.strictObject({
  name: z.optional(
    z
      .string()
      .check(z.minLength(1, 'must not be empty'), z.maxLength(200, 'must have at most 200 characters')),
  ),
  /** Whether it can visit instants without an event for each. */
  ahead: z.optional(z.boolean()),
});

const count = z.int().check(z.minimum(0, 'must be 0 or more'));

/** How many names a report can contain. */
const MOST_NAMES = 100;

/** `POST /followers/{id}/reached`. */
const reachedSchema = z.strictObject({
  tick: z.int().check(z.minimum(0, 'must be the "tick" of an event')),
  nextTimerAt: z.optional(z.nullable(instantSchema)),
  requests: z.optional(count),
  now: z.optional(instantSchema),
  instants: z.optional(count),
  waitingFor: z.optional(
    z.array(z.string()).check(z.maxLength(MOST_NAMES, `must have at most ${MOST_NAMES} names`)),
  ),
  costs: z.optional(
    z
      .array(
        z.strictObject({
          kind: z.enum(['timer', 'connection']),
          name: z.string(),
          count,
          ms: z.number().check(z.minimum(0, 'must be 0 or more')),
        }),
      )
      .check(z.maxLength(MOST_NAMES, `must have at most ${MOST_NAMES} names`)),
  ),
});

/** How an application follows the clock of a service, in any language. */
export const FOLLOWER_ROUTES: readonly ControlRoute[] = [
  route(200, 'GET', '/followers', nothing, null, ({ service }) => ({
    followers: service.followers
      .list()
      .filter(({ isListening }) => isListening)
      .map(viewFollower),
  })),
  route(201, 'POST', '/followers', nothing, followerSchema, ({ service, body: { name, ahead } }) => {
    const { id } = service.followers.join(name, ahead);
    return { id, now: formatTimestamp(service.core.driver.now()), mode: service.core.driver.mode };
  }),
  route(200, 'DELETE', '/followers/{id}', nothing, null, ({ service, id }) => {
    service.followers.get(id);
    service.followers.leave(id);
    return {};
  }),
  route(200, 'GET', '/followers/{id}/events', nothing, null, ({ service, id }) => {
    service.followers.get(id);
    return new EventResponse(timeStream(service, id));
  }),
  route(
    200,
    'POST',
    '/followers/{id}/reached',
    nothing,
    reachedSchema,
    ({ service, id, body: { nextTimerAt = null, now, requests = 0, ...report } }) => {
      service.followers.reached(id, {
        ...report,
        requests,
        nextTimerAt: nextTimerAt === null ? undefined : instant(nextTimerAt),
        now: now === undefined ? undefined : instant(now),
      });
      return {};
    },
  ),
];

function viewFollower({ id, name, nextTimerAt }: Follower) {
  return { id, name, nextTimerAt: nextTimerAt === undefined ? null : formatTimestamp(nextTimerAt) };
}

/** How often a stream shows that it is alive: proxies cut connections on which nothing moves. */
const KEEP_ALIVE_MS = 15_000;

/** The events of a follower. */
function timeStream(service: Service, id: string): EventStream {
  return {
    open: (sink) => {
      let isOver = false;
      const leave = service.followers.listen(id, {
        send: (event) => sink.write(written(event)),
        end: () => {
          if (!isOver) sink.end();
        },
      });
      const keepAlive = setInterval(() => sink.write(': still here\n\n'), KEEP_ALIVE_MS);
      if (typeof keepAlive === 'object') keepAlive.unref();
      return {
        onDrained: () => undefined,
        stop: () => {
          isOver = true;
          clearInterval(keepAlive);
          leave();
        },
      };
    },
  };
}

function written({ now, upTo, ...event }: TimeEvent): string {
  const data = {
    now: formatTimestamp(now),
    ...event,
    ...(upTo !== undefined && { upTo: formatTimestamp(upTo) }),
  };
  return `event: clock\ndata: ${JSON.stringify(data)}\n\n`;
}
