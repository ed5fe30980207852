import * as z from 'zod/mini';
import { Rejection } from '../../domain/state/rejection.ts';
import { invalidRequest } from '../../http/decode.ts';
import { parseText } from '../../http/json.ts';
import type { Upload } from '../../http/message.ts';
import { resetSchema } from '../../runtime/options/options-check.ts';
import { readSnapshot } from '../../runtime/snapshot/read-snapshot.ts';
import { SnapshotError, withVersion } from '../../runtime/snapshot/snapshot.ts';
import type { Service } from '../../service/service.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { eventStream } from '../event-stream.ts';
import { EXAMPLES, text } from '../values.ts';
import { healthAnswer, viewHealth } from './server.ts';

/** The whole state, and its history as events. */
export const STATE_ENDPOINTS: readonly Endpoint[] = [
  endpoint('getMark', 'GET /mark', {
    tag: 'state',
    description: 'Returns the current position in the history, for `since`.',
    answer: z.strictObject({
      mark: text('Position in the history, for the parameter `since`.', EXAMPLES.mark),
    }),
    run: ({ service }) => ({ mark: service.mark() }),
  }),
  endpoint('reset', 'POST /reset', {
    tag: 'state',
    description:
      'Returns to the initial configuration, with the same keys. Identifiers are new (`fresh`, the default) or start over (`repeat`).',
    body: resetSchema,
    answer: healthAnswer,
    run: ({ service, server, body }) => {
      service.reset(body);
      return viewHealth(service, server);
    },
  }),
  endpoint('getSnapshot', 'GET /snapshot', {
    tag: 'state',
    description: 'Returns the complete state, as one JSON document.',
    answer: 'free',
    run: ({ service }) => withVersion(service.capture()),
  }),
  endpoint('restoreSnapshot', 'PUT /snapshot', {
    tag: 'state',
    description:
      'Continues from a snapshot, which is the body. A snapshot that is incomplete or contradicts itself is refused, with the place.',
    body: 'free',
    answer: healthAnswer,
    refusals: ['conflict'],
    run: async ({ service, server, upload }) => {
      await restoreSnapshot(service, upload);
      return viewHealth(service, server);
    },
  }),
  endpoint('streamEvents', 'GET /events', {
    tag: 'state',
    description:
      'Streams server-sent events: `fact` for every fact, with its time; `clock` `{now, mode}` for every movement of the clock. A reader that does not keep up gets `lagged`, and the stream ends.',
    headers: { 'last-event-id': ['Continues after this event.', '41'] },
    answer: 'events',
    run: ({ service, lastEventId, signal }) => eventStream(service, lastEventId, signal),
  }),
];

/** Replaces the state of a service by a snapshot, after all of it has been read and validated. */
async function restoreSnapshot(service: Service, upload: Upload): Promise<void> {
  const snapshot = parseText(await textOf(upload));
  try {
    service.adopt(readSnapshot(snapshot));
  } catch (error) {
    throw error instanceof SnapshotError ? invalidRequest(error.issues) : error;
  }
}

async function textOf(upload: Upload): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  try {
    for await (const chunk of upload) text += decoder.decode(chunk, { stream: true });
    return text + decoder.decode();
  } catch (error) {
    if (error instanceof RangeError)
      throw new Rejection('payload_too_large', 'The snapshot is larger than the longest possible text.');
    if (!(error instanceof TypeError)) throw error;
    throw new Rejection('invalid_json', 'The snapshot is not JSON: it is not UTF-8.');
  }
}
