/**
 * Creates a response 200 that reports when a server sends it.
 *
 * Servers read the body of a response to send it. They do not read it if the connection has closed in the meantime. So a
 * body that is read to its end has probably reached the service, which then makes no further attempt. See WHK-3.
 *
 * @param onSent - Called at most once, before the body ends.
 */
export function whenSent(onSent: () => Promise<void>): Response {
  const body = new ReadableStream(
    {
      async pull(controller) {
        await onSent();
        controller.close();
      },
    },
    // The default would ask for the first part before anything reads the body.
    { highWaterMark: 0 },
  );
  return new Response(body);
}
