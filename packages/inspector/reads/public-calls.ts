import type { HttpResponse } from '@messaging-service/emulator/host';
import {
  count,
  doc,
  type Endpoint,
  endpoint,
  optional,
  parseTarget,
  Rejection,
  text,
} from '@messaging-service/emulator/host';
import { belowControl } from '@messaging-service/protocol';
import * as z from 'zod/mini';

const callSchema = z.strictObject({
  method: doc(
    z.string().check(z.regex(/^[A-Z]{1,20}$/, 'must be a method of HTTP in capitals, such as "POST"')),
    'HTTP method, in capitals.',
    'POST',
  ),
  url: doc(
    z
      .string()
      .check(
        z.refine(
          (url) => url.startsWith('/') && belowControl(parseTarget(url).path) === undefined,
          'must be a path of the public API, such as "/message?key=…"',
        ),
      ),
    'Path and query, with a key.',
    '/message?key=decade00decade00decade00decade00',
  ),
  body: optional(z.string(), 'Body of the call, as text. Default: empty.', '{"messages":[]}'),
});

const callAnswer = z.strictObject({
  id: count('Number of the call in the log, from 1.', 7),
  status: count('Status of the response.', 200),
  headers: doc(z.record(z.string(), z.string()), 'Headers of the response.', {
    'content-type': 'application/json',
  }),
  body: text('Body of the response.', '{"messages":[]}'),
});

/** Calls of the public API that the page makes. */
export const CALL_ENDPOINTS: readonly Endpoint[] = [
  endpoint('makeCall', 'POST /calls', {
    tag: 'inspector',
    description:
      'Makes a call of the public API by hand. Faults do not apply to it, because they are meant for your application. The log contains it.',
    body: callSchema,
    answer: callAnswer,
    refusals: ['unavailable'],
    run: async ({ service, server, body: { method, url, body = '' } }) => {
      const reason = method === 'GET' ? undefined : server.problem();
      if (reason !== undefined)
        throw new Rejection('unavailable', `Nothing can be changed, because ${reason}.`);
      const rawHeaders = body === '' ? [] : ['content-type', 'application/json'];
      const request = { method, target: parseTarget(url), body, rawHeaders };
      // Without a fault, nothing cuts the connection.
      const response = (await service.handle(request, true)) as HttpResponse;
      return { id: service.requests.latestId, ...response };
    },
  }),
];
