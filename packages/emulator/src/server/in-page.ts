/**
 * Serves an emulator to the page that contains it: the calls of a server without a server. For the playground of the
 * documentation, where the inspector makes the calls.
 *
 * @internal
 */

import { ControlApi, type ControlReply } from '../control-api/control-api.ts';
import type { Emulator } from '../emulator.ts';
import { isControl } from '../http/control-path.ts';
import type { StreamedResponse } from '../http/message.ts';
import { handleLogged } from '../public-api/request-log.ts';

/**
 * Returns a `fetch` function for the public API and the control API of an emulator. It takes addresses below the
 * emulator's base URL, and paths such as `/_emulator/messages`. The inspector's list of requests shows the public calls.
 */
export function fetchInPage(emulator: Emulator): typeof globalThis.fetch {
  const { sandboxes, baseUrl } = emulator;
  const control = new ControlApi(sandboxes, () => undefined, {
    instance: crypto.randomUUID(),
    version: 'in this page',
    startedAt: new Date().toISOString(),
    problem: () => undefined,
  });
  return async (input, init) => {
    const request = new Request(
      typeof input === 'string' && input.startsWith('/') ? baseUrl + input : input,
      init,
    );
    const { method, signal } = request;
    signal.throwIfAborted();
    if (!request.url.startsWith(`${baseUrl}/`)) throw connectionError(`This emulator responds at ${baseUrl}`);
    const url = request.url.slice(baseUrl.length);
    const body = await request.text();
    if (!isControl(url))
      return toResponse(await handleLogged(sandboxes.serviceOf(url), { method, url, body, rawHeaders: [] }));
    const upload = [new TextEncoder().encode(body)];
    const lastEventId = request.headers.get('last-event-id') ?? undefined;
    const ended = new AbortController();
    signal.addEventListener('abort', () => ended.abort(signal.reason));
    const call = { method, url, body, origin: baseUrl, lastEventId, signal: ended.signal, upload };
    return toResponse(await control.handle(call), ended);
  };
}

function connectionError(message: string): TypeError {
  return new TypeError('fetch failed', { cause: new Error(message) });
}

/** @param ended - Ends a response that comes in pieces. */
function toResponse(reply: ControlReply | 'disconnect', ended = new AbortController()): Response {
  if (reply === 'disconnect') throw connectionError('the emulator cut the connection');
  const { status, headers } = reply;
  const body = 'chunks' in reply ? streamOf(reply, ended) : reply.body;
  return new Response(body === '' ? null : body, { status, headers });
}

function streamOf({ chunks }: StreamedResponse, ended: AbortController): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const pieces = (async function* () {
    yield* chunks;
  })();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await pieces.next();
      ended.signal.throwIfAborted();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: () => ended.abort(),
  });
}
