import type { CallResult } from '../../call/call-promise.ts';
import type { SentMessages } from '../sent-message.ts';
import type { Caller } from './caller.ts';
import { isAloneUnderMadeId } from './entry.ts';
import type { SendDetails } from './sender.ts';
import { createSettle } from './settle.ts';

/** Sends messages in one request. */
type Send = (
  messages: readonly unknown[],
  signal: AbortSignal,
  details: SendDetails,
) => Promise<CallResult<SentMessages>>;

/** Sends the messages of callers in one request, or in several where the service refuses it. See settle.ts. */
export async function shareRequest(callers: readonly Caller[], send: Send): Promise<void> {
  const settle = createSettle<Caller>({
    send: (staying) => sendTogether(staying, send),
    stopped: ({ left }) => left,
    onSettled: ({ finish }, settled) => finish(settled),
  });
  await settle(callers);
}

async function sendTogether(callers: readonly Caller[], send: Send): Promise<CallResult<SentMessages>> {
  const controller = new AbortController();
  let staying = callers.length;
  for (const caller of callers) {
    caller.wasSent = true;
    caller.leave = (reason) => {
      staying -= 1;
      if (staying === 0) controller.abort(reason);
    };
  }
  const messages = callers.map(({ body }) => body);
  try {
    return await send(messages, controller.signal, { ownIds: isAloneUnderMadeId(callers) });
  } finally {
    for (const caller of callers) caller.leave = undefined;
  }
}
