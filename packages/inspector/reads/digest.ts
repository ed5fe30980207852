import { formatTimestamp } from '@messaging-service/contract';
import type { Sandboxes, Service } from '@messaging-service/emulator/host';
import { count, type Endpoint, endpoint, flag, mode, now, optional } from '@messaging-service/emulator/host';
import * as z from 'zod/mini';

const digestAnswer = z.strictObject({
  now,
  mode,
  offset: optional(
    z.int(),
    'For a clock that follows the machine’s: how far ahead of it the clock was moved, in milliseconds.',
    0,
  ),
  seq: count('Number of the latest fact.', 41),
  requests: count('Number of the latest call of the public API.', 3),
  faults: count('Number of active faults.', 0),
  sandboxes: count('Number of sandboxes.', 0),
  advancing: flag('Whether a move of the clock is running: `GET /clock/advance` describes it.', false),
});

/** `GET /digest`. */
export type DigestResponse = z.output<typeof digestAnswer>;

/** Numbers that change when anything changes: a page that shows the state reads the rest of it only then. */
export const DIGEST_ENDPOINTS: readonly Endpoint[] = [
  endpoint('getDigest', 'GET /digest', {
    tag: 'inspector',
    description:
      'Returns the time and the number of facts, requests, faults and sandboxes, which change when anything changes.',
    answer: digestAnswer,
    run: ({ service, sandboxes }) => viewDigest(service, sandboxes),
  }),
];

function viewDigest(
  { core: { journal, driver }, publicApi, requests, timeline }: Service,
  sandboxes: Sandboxes,
): DigestResponse {
  const at = driver.now();
  return {
    now: formatTimestamp(at),
    mode: driver.mode,
    ...(driver.mode === 'system' ? { offset: at - Date.now() } : {}),
    seq: journal.seq,
    requests: requests.latestId,
    faults: publicApi.faults.size,
    sandboxes: sandboxes.size,
    advancing: timeline.running !== undefined,
  };
}
