import { failure, matches } from './checks.ts';
import type { Cases, Context } from './context.ts';
import { findText } from './find-text.ts';
import { message, sender } from './sending.ts';

/** Much longer than the timeouts below. */
const STALL = '5s';

/** An address whose responses stop in the middle of the body. */
function stalling({ stage }: Context): string {
  return `${stage.front}/stall`;
}

/** Failures of the network. */
export const failures: Cases = {
  'times out if the server does not respond, and sends once': async (context) => {
    await context.sandbox.fault({ delay: STALL, when: 'after' });
    const { messages } = sender(context);
    const late = { timeout: 300, limit: 'timeout', attempts: 1, maybeSent: true };
    const { ids } = await failure(
      () => messages.sendOne(message, { timeout: 300 }),
      context.sdk.TimeoutError,
      late,
    );
    matches(ids.length, 1);
  },
  'times out if a response stops in the middle': async (context) => {
    const { batches } = sender(context, stalling(context));
    await failure(() => batches.listPending({ timeout: 300 }), context.sdk.TimeoutError, { attempts: 1 });
  },
  'is aborted before it sends': async (context) => {
    const signal = AbortSignal.abort('never mind');
    const aborted = { attempts: 0, maybeSent: false, cause: 'never mind' };
    const { messages } = sender(context);
    await failure(() => messages.sendOne(message, { signal }), context.sdk.AbortError, aborted);
    matches(await context.sandbox.messages(), []);
  },
  'is aborted while it waits for a response, and for the rest of a body': async (context) => {
    await context.sandbox.fault({ delay: STALL });
    const aborted = { attempts: 1, maybeSent: true };
    const { messages } = sender(context);
    const { AbortError } = context.sdk;
    await failure(() => messages.sendOne(message, { signal: soon() }), AbortError, aborted);
    const stalled = sender(context, stalling(context));
    await failure(() => stalled.messages.sendOne(message, { signal: soon() }), AbortError, aborted);
  },
  'sends once if the connection is cut before the response': {
    needs: ['noResending'],
    run: async (context) => {
      const { messages } = sender(context);
      // Some runtimes retry automatically on a connection that was used before.
      await messages.sendOne(message);
      await context.sandbox.fault({ disconnect: true, when: 'after' });
      const cut = { attempts: 1, maybeSent: true };
      await failure(() => messages.sendOne(message), context.sdk.ConnectionError, cut);
      matches((await context.sandbox.messages()).length, 2);
    },
  },
  'queues once if the runtime sends again automatically, because the service knows the id': {
    without: 'noResending',
    run: async (context) => {
      const { messages } = sender(context);
      await messages.sendOne(message);
      await context.sandbox.fault({ disconnect: true, when: 'after' });
      const known = { code: 'duplicate_id', attempts: 1 };
      await failure(() => messages.sendOne(message), context.sdk.ConflictError, known);
      matches((await context.sandbox.messages()).length, 2);
    },
  },
  'keeps the page of a proxy that returns 502': async (context) => {
    const body = '<html>Bad gateway</html>';
    const headers = { 'content-type': 'text/html', 'x-request-id': 'r-1' };
    await context.sandbox.fault({ status: 502, body, headers });
    const expected = { status: 502, code: undefined, body, requestId: 'r-1', maybeSent: true };
    await failure(() => sender(context).messages.sendOne(message), context.sdk.ServerError, expected);
  },
  'does not follow a redirect, which would carry the key elsewhere': async (context) => {
    const { sandbox, sdk } = context;
    await sandbox.fault({ status: 307, headers: { location: sandbox.inbox } });
    await failure(() => sender(context).messages.sendOne(message), sdk.MessagingError, { attempts: 1 });
    matches(await sandbox.webhooks(), []);
  },
  'keeps the key out of every error': async (context) => {
    const { sdk, sandbox, stage } = context;
    const { messages } = sender(context);
    const key = sandbox.accountKey;
    const errors: Error[] = [];
    const collect = async (work: () => unknown) => errors.push(await failure(work, sdk.MessagingError));
    await collect(() => sender(context, stage.refused).messages.sendOne(message));
    await sandbox.fault({
      status: 502,
      body: `no route to /message?key=${key}`,
      headers: { 'x-key': key },
    });
    await collect(() => messages.sendOne(message));
    // After processing, so that it is an error even if the runtime sends again automatically.
    await sandbox.fault({ disconnect: true, when: 'after' });
    await collect(() => messages.sendOne(message));
    await sandbox.fault({ delay: STALL });
    await collect(() => messages.sendOne(message, { timeout: 200 }));
    await collect(() => messages.sendOne(message, { signal: AbortSignal.abort(new Error(key)) }));
    await collect(() => messages.sendOne({ ...message, to: key }));
    const found = errors.flatMap((error) => findText(error, key).map((path) => `${error.name}${path}`));
    matches(found, []);
    matches(findText(sender(context), key), []);
  },
};

function soon(): AbortSignal {
  return AbortSignal.timeout(200);
}
