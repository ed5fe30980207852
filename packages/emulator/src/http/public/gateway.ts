import type { Rejection } from '../../domain/state/rejection.ts';
import type { Service } from '../../runtime/service.ts';
import { inSlices } from '../../runtime/time/slices.ts';
import { rejectionAnswer } from '../wire/encode.ts';
import { isLarge } from '../wire/json.ts';
import type { HttpRequest, HttpResponse } from '../wire/message.ts';
import { exchange, exchangeInSteps } from './exchange.ts';
import { type Fault, FaultList } from './faults.ts';

/** What a face has to do: answer, or cut the connection as a fault demands. */
export type Reply = HttpResponse | 'disconnect';

/** The public API of one service, with the faults that tests have asked for. */
export class Gateway {
  readonly faults = new FaultList();
  readonly #service: Service;

  constructor(service: Service) {
    this.#service = service;
  }

  /** Answers a request: immediately, unless a fault delays it or its body is large. */
  handle(request: HttpRequest): Reply | Promise<Reply> {
    const fault = this.faults.take(request);
    return fault === undefined ? this.#exchange(request) : this.#handleFaulty(request, fault);
  }

  /** Answers a request whose body is too large to be looked at. */
  refuseBody(rejection: Rejection): HttpResponse {
    return rejectionAnswer(rejection, this.#service.options.statuses);
  }

  #exchange(request: HttpRequest): HttpResponse | Promise<HttpResponse> {
    const { core, options } = this.#service;
    const { statuses = {}, unknownFields } = options;
    if (!isLarge(request.body)) return exchange(core, request, { statuses, unknownFields });
    return inSlices(exchangeInSteps(core, request, { statuses, unknownFields }));
  }

  async #handleFaulty(request: HttpRequest, fault: Fault): Promise<Reply> {
    if (fault.when === 'before') await fault.delay();
    const answer = fault.when === 'after' || !fault.replaces ? await this.#exchange(request) : undefined;
    if (fault.when === 'after') await fault.delay();
    return fault.replaces ? fault.reply(answer) : (answer as HttpResponse);
  }
}
