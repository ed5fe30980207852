import type { HttpRequest, HttpResponse } from '../http/message.ts';
import { machineNow } from '../runtime/time/event-loop.ts';
import type { Fault } from './faults.ts';
import type { PublicApi, Reply } from './public-api.ts';
import type { RequestLog } from './request-log.ts';

/** The parts of a service that handle and log a call. */
interface CallParts {
  readonly publicApi: PublicApi;
  readonly requests: RequestLog;
  readonly core: { readonly driver: { now(): number }; readonly journal: { readonly seq: number } };
}

/**
 * Handles a call of the public API, and adds it to the log. Every call takes this path. It is handled immediately,
 * unless a fault delays it.
 *
 * @param isExempt - Whether no fault applies to it.
 */
export function handleCall(
  { publicApi, requests, core }: CallParts,
  request: HttpRequest,
  isExempt: boolean,
): Reply | Promise<Reply> {
  const at = core.driver.now();
  const startedAt = machineNow();
  const fault = isExempt ? undefined : publicApi.faults.take(request);
  const hit = fault && { id: fault.id, text: fault.sentence, isResponse: fault.replaces };
  let facts = { seq: core.journal.seq, endSeq: core.journal.seq };
  // A fault can delay the call. Others are handled meanwhile.
  const respond = () => {
    const { seq } = core.journal;
    const response = publicApi.respond(request, hit?.text);
    facts = { seq, endSeq: core.journal.seq };
    return response;
  };
  const note = (reply: Reply) => {
    const tookMs = machineNow() - startedAt;
    requests.add({ at, tookMs, ...facts, request, reply, fault: hit });
    return reply;
  };
  return fault === undefined ? note(respond()) : faulty(fault, respond, publicApi).then(note);
}

async function faulty(fault: Fault, respond: () => HttpResponse, { options }: PublicApi): Promise<Reply> {
  if (fault.when === 'before') await fault.delay();
  const response = fault.preventsCall ? undefined : respond();
  if (fault.when === 'after') await fault.delay();
  return fault.replaces ? fault.reply(response, options.statuses ?? {}) : (response as HttpResponse);
}
