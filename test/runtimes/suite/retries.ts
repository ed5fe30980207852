import { matches } from './checks.ts';
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
  'reports the status, headers, time and attempts of a call': async (context) => {
    const result = await patient(context).messages.sendOne(message).withResponse();
    matches(result, { status: 200, attempts: 1, data: { to: message.to } });
    matches(result.headers['content-type']?.split(';')[0], 'application/json');
    matches(result.timing.startedAt instanceof Date && result.timing.durationMs >= 0, true);
  },
};
