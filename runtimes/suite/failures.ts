import { check, failure, matches } from './checks.ts';
import type { Case, Context } from './context.ts';
import { findText } from './find-text.ts';
import { message, sender } from './sending.ts';

/** Far longer than any time limit below; nobody waits for it. */
const STALL = '5s';

/** An address whose answers stop in the middle of the body. */
function stalling({ stage }: Context): string {
  return `${stage.front}/stall`;
}

/** A network that fails, and what the client knows of it. */
export const failures: readonly Case[] = [
  {
    name: 'gives up on a server that does not answer in time, having sent once',
    async run(context) {
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
  },
  {
    name: 'gives up on an answer that stops in the middle',
    async run(context) {
      const { batches } = sender(context, stalling(context));
      await failure(() => batches.listPending({ timeout: 300 }), context.sdk.TimeoutError, { attempts: 1 });
    },
  },
  {
    name: 'is aborted before it sends',
    async run(context) {
      const signal = AbortSignal.abort('never mind');
      const aborted = { attempts: 0, maybeSent: false, cause: 'never mind' };
      const { messages } = sender(context);
      await failure(() => messages.sendOne(message, { signal }), context.sdk.AbortError, aborted);
      matches(await context.sandbox.messages(), []);
    },
  },
  {
    name: 'is aborted while it waits for an answer, and for the rest of one',
    async run(context) {
      await context.sandbox.fault({ delay: STALL });
      const aborted = { attempts: 1, maybeSent: true };
      const { messages } = sender(context);
      const { AbortError } = context.sdk;
      await failure(() => messages.sendOne(message, { signal: soon() }), AbortError, aborted);
      const stalled = sender(context, stalling(context));
      await failure(() => stalled.messages.sendOne(message, { signal: soon() }), AbortError, aborted);
    },
  },
  {
    name: 'tells that nobody listens with ConnectionError',
    async run(context) {
      const { messages } = sender(context, context.stage.refused);
      await failure(() => messages.sendOne(message), context.sdk.ConnectionError, { attempts: 1 });
    },
  },
  {
    name: 'knows that a refused connection has sent nothing',
    needs: 'refusalTold',
    async run(context) {
      const { messages } = sender(context, context.stage.refused);
      const { cause } = await failure(() => messages.sendOne(message), context.sdk.ConnectionError, {
        maybeSent: false,
      });
      check(cause instanceof Error, 'the error has no cause');
    },
  },
  {
    name: 'takes a refused connection for one that may have sent, rather than the other way round',
    without: 'refusalTold',
    async run(context) {
      const { messages } = sender(context, context.stage.refused);
      const unsure = { maybeSent: true };
      await failure(() => messages.sendOne(message), context.sdk.ConnectionError, unsure);
    },
  },
  {
    name: 'sends once where the connection is cut before the answer',
    needs: 'noResending',
    async run(context) {
      const { messages } = sender(context);
      // A connection that was used before is what tempts a runtime to try again by itself.
      await messages.sendOne(message);
      await context.sandbox.fault({ disconnect: true, when: 'after' });
      const cut = { attempts: 1, maybeSent: true };
      await failure(() => messages.sendOne(message), context.sdk.ConnectionError, cut);
      matches((await context.sandbox.messages()).length, 2);
    },
  },
  {
    name: 'queues once where the runtime sends again by itself, since the second time the id is known',
    without: 'noResending',
    async run(context) {
      const { messages } = sender(context);
      await messages.sendOne(message);
      await context.sandbox.fault({ disconnect: true, when: 'after' });
      const known = { code: 'duplicate_id', attempts: 1 };
      await failure(() => messages.sendOne(message), context.sdk.ConflictError, known);
      matches((await context.sandbox.messages()).length, 2);
    },
  },
  {
    name: 'does not send twice where an answer was lost and the message is sent again by its id',
    async run(context) {
      const { messages } = sender(context);
      await context.sandbox.fault({ status: 502, when: 'after' });
      const { ids } = await failure(() => messages.sendOne(message), context.sdk.ServerError);
      const again = { ...message, id: ids[0] };
      const known = { code: 'duplicate_id' };
      await failure(() => messages.sendOne(again), context.sdk.ConflictError, known);
      matches((await context.sandbox.messages()).length, 1);
    },
  },
  {
    name: 'lets no error hold the key',
    async run(context) {
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
      // Afterwards, so that it is an error of some kind even where the runtime sends again by itself.
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
  },
];

function soon(): AbortSignal {
  return AbortSignal.timeout(200);
}
