import { type OperationName, uuidSchema, validate } from '@messaging-service/contract';
import * as z from 'zod/mini';
import { Rejection } from '../domain/state/rejection.ts';
import type { Account, Organization } from '../domain/state/state.ts';
import type { Transaction } from '../domain/state/transaction.ts';
import { type CallerOf, type UseCase, useCases, type ValidCallOf } from '../domain/use-cases/use-cases.ts';
import { refuseRepeated, validOrRefused } from '../http/decode.ts';
import { jsonResponse, rejectionResponse } from '../http/encode.ts';
import { parseJson } from '../http/json.ts';
import { type HttpRequest, type HttpResponse, MAX_BODY_BYTES } from '../http/message.ts';
import type { Core } from '../runtime/core/core.ts';
import type { EmulatorOptions } from '../runtime/options/options.ts';
import { authenticate } from './authentication.ts';
import { FaultList } from './faults.ts';
import { chooseOperation, type Operation, operationRouter } from './operations.ts';

/** A response, or the instruction to cut the connection because of a fault. */
export type Reply = HttpResponse | 'disconnect';

/** Handles calls of the public API: one service, or several, where the key of a call selects the service. */
export interface CallHandler {
  /** Handles a call. */
  handle(request: HttpRequest): Reply | Promise<Reply>;
}

const REQUEST = { kind: 'request' } as const;

/** Every placeholder of a path is a UUID. */
const paramsSchema = z.record(z.string(), uuidSchema);

/** The public API of one service, with the faults that tests added. */
export class PublicApi {
  readonly faults = new FaultList();
  readonly #core: Core;
  readonly options: EmulatorOptions;

  constructor(core: Core, options: EmulatorOptions) {
    this.#core = core;
    this.options = options;
  }

  /**
   * Handles a call. It never waits.
   *
   * @param fault - The fault that hits it, as a sentence.
   */
  respond(request: HttpRequest, fault?: string): HttpResponse {
    try {
      return jsonResponse(200, this.#run(request, fault));
    } catch (error) {
      if (error instanceof Rejection) return rejectionResponse(error, this.options.statuses);
      throw error;
    }
  }

  /** Refuses a call whose body is too large to be read. */
  refuseBody(): HttpResponse {
    return rejectionResponse(tooLarge(), this.options.statuses);
  }

  #run({ method, target, body }: HttpRequest, fault: string | undefined): unknown {
    refuseRepeated(target);
    const { rows, params } = operationRouter.match(method, target.path);
    const caller = authenticate(this.#core.state, target.key, (rows[0] as Operation).key);
    if (Object.keys(params).length > 0) validOrRefused(validate(paramsSchema, params));
    const input = takesBody(rows, body) ? parseJson(body) : undefined;
    const operation = chooseOperation(rows, input);
    const { unknownFields } = this.options;
    const call = {
      params,
      query: validOrRefused(validate(operation.query, target.query, { unknownFields })),
      body:
        operation.body === null ? null : validOrRefused(validate(operation.body, input, { unknownFields })),
    };
    const origin = fault === undefined ? REQUEST : { ...REQUEST, fault };
    return this.#core.execute((tx) => run(tx, operation.name, caller, call), origin);
  }
}

/** A call that was validated with the schemas of its row. */
interface ValidCall {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
}

/** Runs the use case of an operation. The table of the contract connects its types with the schemas and the kind of key that were checked. */
function run<Name extends OperationName>(
  tx: Transaction,
  name: Name,
  caller: Account | Organization,
  call: ValidCall,
): unknown {
  const useCase: UseCase<Name> = useCases[name];
  return useCase(tx, caller as CallerOf<Name>, call as ValidCallOf<Name>);
}

function takesBody(operations: readonly Operation[], body: string): boolean {
  if (operations.every((operation) => operation.body === null)) return false;
  if (byteLength(body) > MAX_BODY_BYTES) throw tooLarge();
  return true;
}

/** The bytes of a text in UTF-8, counted only where they matter: a character takes at most three. */
function byteLength(text: string): number {
  return text.length * 3 <= MAX_BODY_BYTES ? text.length : new TextEncoder().encode(text).length;
}

function tooLarge(): Rejection {
  return new Rejection('payload_too_large', `The body is larger than ${MAX_BODY_BYTES} bytes.`);
}
