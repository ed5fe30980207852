import { failure, matches } from './checks.ts';
import type { Cases, Context } from './context.ts';
import { message } from './sending.ts';

/** A client with the default retries, but shorter delays. */
function patient({ sdk, stage, sandbox }: Context) {
  const { accountKey } = sandbox;
  return sdk.createMessagingClient({ baseUrl: stage.api, accountKey, retry: { delay: 1 } });
}

/** Retries. */
export const retries: Cases = {
  'retries a read after a failure of the service': async (context) => {
    await context.sandbox.fault({ status: 500, body: 'out of order', times: 2 });
    const { attempts, data } = await patient(context).batches.listPending().withResponse();
    matches({ attempts, data }, { attempts: 3, data: { batches: [] } });
  },
  'retries a send that was refused temporarily, after the time that the service requires': async (
    context,
  ) => {
    const headers = { 'retry-after': '0' };
    await context.sandbox.fault({ status: 429, body: 'later', headers });
    await context.sandbox.fault({ code: 'service_unavailable', headers });
    const { attempts } = await patient(context).messages.sendOne(message).withResponse();
    matches(attempts, 3);
    matches((await context.sandbox.messages()).length, 1);
  },
  'does not retry a send that may have been processed': async (context) => {
    const { messages } = patient(context);
    const unsure = { attempts: 1, maybeSent: true };
    await context.sandbox.fault({ status: 500, body: 'out of order', when: 'after' });
    await failure(() => messages.sendOne(message), context.sdk.ServerError, unsure);
    matches((await context.sandbox.messages()).length, 1);
    await context.sandbox.fault({ delay: '5s' });
    const late = () => messages.sendOne(message, { timeout: 300 });
    await failure(late, context.sdk.TimeoutError, unsure);
  },
  'reports the status, headers, time and attempts of a call': async (context) => {
    const result = await patient(context).messages.sendOne(message).withResponse();
    matches(result, { status: 200, attempts: 1, data: { to: message.to } });
    matches(result.headers['content-type']?.split(';')[0], 'application/json');
    matches(result.timing.startedAt instanceof Date && result.timing.durationMs >= 0, true);
  },
};
