import type { AddMessageResponse } from '@messaging-service/contract';
import type { CallResult } from '../call-promise.ts';
import { noProgress } from '../progress.ts';
import type { Caller, SharedRequest } from './caller.ts';
import { isAloneUnderMadeId } from './entry.ts';
import type { SendDetails } from './sender.ts';
import { createSettle } from './settle.ts';

/** Sends messages in one request, which keeps account of how far it has come. */
type Send = (
  messages: readonly unknown[],
  signal: AbortSignal,
  details: SendDetails,
) => Promise<CallResult<AddMessageResponse>>;

/** Sends the messages of callers in one request, or in several where the service refuses it. See settle.ts. */
export function shareRequest(callers: readonly Caller[], send: Send): Promise<void> {
  const settle = createSettle<Caller>({
    send: (staying) => sendTogether(staying, send),
    stopped: ({ left }) => left,
    onSettled: ({ finish }, settled) => finish(settled),
  });
  return settle(callers);
}

async function sendTogether(callers: readonly Caller[], send: Send): Promise<CallResult<AddMessageResponse>> {
  const controller = new AbortController();
  const progress = noProgress();
  let staying = callers.length;
  let ended = false;
  const request: SharedRequest = {
    leave(reason) {
      if (ended) return progress;
      staying -= 1;
      // The others' messages and this one are sent, or tried again, in one.
      if (staying > 0) return { attempts: Math.max(1, progress.attempts), maybeSent: true };
      controller.abort(reason);
      return undefined;
    },
  };
  for (const caller of callers) caller.request = request;
  try {
    return await send(
      callers.map(({ body }) => body),
      controller.signal,
      { progress, madeIds: isAloneUnderMadeId(callers) },
    );
  } finally {
    ended = true;
  }
}
