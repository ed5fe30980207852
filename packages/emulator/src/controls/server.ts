import * as z from 'zod/mini';
import { doc, optional } from '../runtime/options/doc.ts';
import { apiKeySchema } from '../runtime/options/values.ts';
import type { Service } from '../service/service.ts';
import { viewClock } from './clock.ts';
import { type Endpoint, endpoint, type ServerInfo, StatusResponse } from './endpoint.ts';
import { accountUuid, EXAMPLES, instant, mode, now, sharedSenders, text, uuid } from './values.ts';

/** A server and its clock. */
export const healthAnswer = z.strictObject({
  status: doc(z.enum(['ok', 'unhealthy']), '`ok` while the server runs.', 'ok'),
  error: optional(
    z.strictObject({
      code: doc(z.literal('unavailable'), 'Stable code of the error.', 'unavailable'),
      message: text(
        'Description of the error in English. It can change; use `code` in programs.',
        'Nothing can be changed, because the disk is full.',
      ),
    }),
    'Why the server cannot keep changes.',
  ),
  now,
  mode,
  clock: doc(mode, 'An alias of `mode`, for older clients.', 'virtual'),
  instance: text('New at every start of the server.', '5893eb49-1cec-4512-a2ea-cc9b9f614568'),
  version: text('Version of the emulator.', '0.1.0'),
  startedAt: instant('When the server started, in real time.', '2026-01-01T08:59:58.120Z'),
});

/** An organization and its key. */
export const organizationAnswer = z.strictObject({
  identifier: uuid('Organization UUID.', EXAMPLES.organization),
  apiKey: apiKeySchema,
});

const accountAnswer = z.strictObject({
  identifier: accountUuid,
  apiKey: apiKeySchema,
  senders: doc(z.array(z.string()), 'Sender IDs that the account owns.', ['DEMO', '447700900990']),
});

/** The keys and sender IDs of a service. */
export const credentials = {
  organization: doc(organizationAnswer, 'The organization of the accounts, and its key.'),
  account: doc(z.nullable(accountAnswer), 'The first of `accounts`; null if there is none.'),
  accounts: doc(z.array(accountAnswer), 'The accounts, in the order in which they were created.'),
  sharedSenders,
};

/** The server and what exists from its start. */
export const SERVER_ENDPOINTS: readonly Endpoint[] = [
  endpoint('getHealth', 'GET /health', {
    tag: 'server',
    description:
      'Returns the status of the server and what identifies this run of it. The status is 503 while changes cannot be kept.',
    answer: healthAnswer,
    statuses: [200, 503],
    run: ({ service, server }) => {
      const health = viewHealth(service, server);
      return new StatusResponse(health.status === 'ok' ? 200 : 503, health);
    },
  }),
  endpoint('getCredentials', 'GET /credentials', {
    tag: 'server',
    description: 'Returns the keys and sender IDs that exist from the start.',
    answer: z.strictObject(credentials),
    run: ({ service }) => service.credentials(),
  }),
];

/** The status of a server and its clock. `clock` is an alias of `mode`. */
export function viewHealth(
  service: Service,
  { instance, version, startedAt, problem }: ServerInfo,
): z.infer<typeof healthAnswer> {
  const { now: time, mode: driver } = viewClock(service);
  const reason = problem();
  const health = {
    status: 'ok' as const,
    now: time,
    mode: driver,
    clock: driver,
    instance,
    version,
    startedAt,
  };
  if (reason === undefined) return health;
  return {
    ...health,
    status: 'unhealthy',
    error: { code: 'unavailable', message: `Nothing can be changed, because ${reason}.` },
  };
}
