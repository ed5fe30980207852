const EVENTS = 'text/event-stream';

/** Whether a client asks for a stream of events by name. Clients such as curl accept anything, and read JSON more easily. */
export function asksForEvents({ method, headers }: Request): boolean {
  return method !== 'POST' || headers.get('accept')?.includes(EVENTS) === true;
}

/** The same request of a client that accepts events, which the library requires. */
export function acceptingEvents(request: Request): Request {
  request.headers.set('accept', `application/json, ${EVENTS}`);
  return request;
}

/**
 * The response to a client that does not read events: the messages at the end of the stream, without those about progress.
 *
 * @param signal - Ends the stream early, when the client is gone.
 */
export async function asJson(response: Response, signal: AbortSignal): Promise<Response> {
  const { status, headers, body } = response;
  if (body === null || headers.get('content-type')?.startsWith(EVENTS) !== true) return response;
  const messages = [...(await textOf(body, signal)).matchAll(/^data: (.+)$/gm)]
    .map(([, data = '']) => JSON.parse(data) as object)
    .filter((message) => !('method' in message));
  const session = headers.get('mcp-session-id');
  return Response.json(messages.length === 1 ? messages[0] : messages, {
    status,
    headers: session === null ? {} : { 'mcp-session-id': session },
  });
}

async function textOf(body: ReadableStream<Uint8Array<ArrayBuffer>>, signal: AbortSignal): Promise<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const end = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
  signal.removeEventListener('abort', end);
  return text;
}
