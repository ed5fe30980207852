import type { Endpoint } from '@messaging-service/contract';
import { RequestValidationError } from './errors/request-validation-error.ts';
import { copyForeignError } from './foreign-error.ts';
import type { CallOptions } from './options.ts';
import { type Performed, perform } from './perform.ts';
import { type Call, nameOperation, type PreparedRequest, prepare } from './prepare.ts';
import { readAnswer } from './read-answer.ts';
import type { Settings } from './settings.ts';

/** What a caller has asked for. */
export interface Given<Row extends Endpoint, Value> {
  readonly call: Call<Row, Value>;
  readonly options: CallOptions;
}

/** A call whose request has been written: whatever the caller does to their objects now, it stays as it is. */
export interface PreparedCall<Value> {
  readonly request: PreparedRequest;
  readonly check: NonNullable<Call<Endpoint, Value>['check']>;
}

/**
 * Makes a call of the caller's arguments, and writes its request.
 *
 * @param row - The operation.
 * @param describe - Gives the call and its options, or throws what kept them from being read.
 * @throws {RequestValidationError}
 */
export function prepareCall<Row extends Endpoint, Value>(
  row: Row,
  describe: () => Given<Row, Value>,
  settings: Settings,
): PreparedCall<Value> {
  try {
    const { call, options } = describe();
    return { request: prepare(row, call, options, settings), check: call.check ?? (() => []) };
  } catch (thrown) {
    throw thrown instanceof RequestValidationError
      ? thrown
      : unwritable(nameOperation(row), thrown, settings);
  }
}

/**
 * Carries out one call of an operation, up to the value of the answer.
 *
 * @param row - The operation.
 * @param prepared - Gives the call, or throws what {@link prepareCall} has thrown.
 * @param performer - What sends the request.
 * @throws {MessagingError}
 */
export async function carryOut<Row extends Endpoint, Value>(
  row: Row,
  prepared: () => PreparedCall<Value>,
  settings: Settings,
  performer: typeof perform = perform,
): Promise<Performed<Value>> {
  const { redact } = settings;
  const { request, check } = preparedOrReported(row, prepared, settings);
  const { operation, ids, freshIds } = request;
  return performer(request, settings, (answer, progress) =>
    readAnswer(answer, { operation, ids, freshIds, redact, progress }, row.response, check),
  );
}

function preparedOrReported<Value>(
  row: Endpoint,
  prepared: () => PreparedCall<Value>,
  settings: Settings,
): PreparedCall<Value> {
  try {
    return prepared();
  } catch (thrown) {
    // Nothing but errors of this package comes out of the preparation.
    const error = thrown as RequestValidationError;
    settings.observe()?.('onError', { operation: nameOperation(row), request: undefined, error });
    throw error;
  }
}

/** A getter that throws, a circular reference, a BigInt: what cannot be read or written cannot be sent. */
function unwritable(operation: string, thrown: unknown, { redact }: Settings): RequestValidationError {
  const cause = copyForeignError(thrown, redact);
  const issues = [{ path: '', message: `cannot be written as JSON: ${cause.message}` }];
  return new RequestValidationError(operation, issues, { cause });
}
