import type { Rejection } from '../domain/state/rejection.ts';
import { rejectionResponse } from '../http/encode.ts';
import type { HttpRequest, HttpResponse } from '../http/message.ts';
import type { Core } from '../runtime/core/core.ts';
import type { EmulatorOptions } from '../runtime/options/options.ts';
import { exchange } from './exchange.ts';
import { type Fault, FaultList } from './faults.ts';

/** A response, or the instruction to cut the connection because of a fault. */
export type Reply = HttpResponse | 'disconnect';

/** The handler of calls of the public API. */
export interface PublicFace {
  /** Handles a request. */
  handle(request: HttpRequest): Reply | Promise<Reply>;
  /** Refuses a request whose body is too large to be read. */
  refuseBody(rejection: Rejection): HttpResponse;
}

/** The public API of one service, with the faults that tests added. */
export class Gateway implements PublicFace {
  readonly faults = new FaultList();
  readonly #core: Core;
  readonly #options: EmulatorOptions;

  constructor(core: Core, options: EmulatorOptions) {
    this.#core = core;
    this.#options = options;
  }

  /** Handles a request: immediately, unless a fault delays it. */
  handle(request: HttpRequest): Reply | Promise<Reply> {
    const fault = this.faults.take(request);
    return fault === undefined ? this.#exchange(request) : this.#handleFaulty(request, fault);
  }

  /** Refuses a request whose body is too large to be read. */
  refuseBody(rejection: Rejection): HttpResponse {
    return rejectionResponse(rejection, this.#options.statuses);
  }

  #exchange(request: HttpRequest): HttpResponse {
    const { statuses = {}, unknownFields } = this.#options;
    return exchange(this.#core, request, { statuses, unknownFields });
  }

  async #handleFaulty(request: HttpRequest, fault: Fault): Promise<Reply> {
    if (fault.when === 'before') await fault.delay();
    const response = fault.when === 'after' || !fault.replaces ? this.#exchange(request) : undefined;
    if (fault.when === 'after') await fault.delay();
    return fault.replaces ? fault.reply(response, this.#options.statuses ?? {}) : (response as HttpResponse);
  }
}
