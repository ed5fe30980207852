/**
 * Serves an emulator to the page that contains it: the calls of a server without a server. For the playground of the
 * documentation, where the inspector makes the calls.
 *
 * @internal
 */

import { type Emulator } from '@messaging-service/emulator';
import type { StreamedResponse } from '@messaging-service/emulator/host';
import { belowBaseUrl, createFetch, hostOf, parseTarget, toResponse } from '@messaging-service/emulator/host';
import { belowControl } from '@messaging-service/protocol';
import { ControlApi, isUpload } from './control-api/control-api.ts';

/**
 * Returns a `fetch` function for the public API and the control API of an emulator. It takes addresses below the
 * emulator's base URL, and paths such as `/_emulator/messages`. The inspector's list of requests shows the public calls.
 */
export function fetchInPage(emulator: Emulator): typeof globalThis.fetch {
  const { baseUrl } = emulator;
  const { sandboxes } = hostOf(emulator);
  const control = new ControlApi(sandboxes, () => undefined, {
    instance: crypto.randomUUID(),
    version: 'in this page',
    startedAt: new Date().toISOString(),
    problem: () => undefined,
  });
  const fetchPublicApi = createFetch(sandboxes, baseUrl);
  return async (input, init) => {
    const request = new Request(
      typeof input === 'string' && input.startsWith('/') ? baseUrl + input : input,
      init,
    );
    const url = belowBaseUrl(baseUrl, request.url);
    const target = parseTarget(url ?? '');
    const path = belowControl(target.path);
    if (path === undefined) return fetchPublicApi(request);
    const { method, signal } = request;
    signal.throwIfAborted();
    const text = await request.text();
    const body = isUpload(method, path) ? [new TextEncoder().encode(text)] : text;
    const lastEventId = request.headers.get('last-event-id') ?? undefined;
    const ended = new AbortController();
    signal.addEventListener('abort', () => ended.abort(signal.reason));
    const reply = await control.handle({
      method,
      target: { ...target, path },
      body,
      origin: baseUrl,
      lastEventId,
      signal: ended.signal,
    });
    return 'chunks' in reply ? new Response(streamOf(reply, ended), reply) : toResponse(reply);
  };
}

/** @param ended - Ends the response. */
function streamOf({ chunks }: StreamedResponse, ended: AbortController): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const pieces = chunks[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      const next = await pieces.next();
      ended.signal.throwIfAborted();
      if (next.done === true) controller.close();
      else controller.enqueue(typeof next.value === 'string' ? encoder.encode(next.value) : next.value);
    },
    cancel: () => ended.abort(),
  });
}
