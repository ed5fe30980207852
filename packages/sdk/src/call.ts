import type { Endpoint } from '@messaging-service/contract';
import { RequestValidationError } from './errors/request-validation-error.ts';
import { copyForeignError } from './foreign-error.ts';
import type { CallOptions } from './options.ts';
import { type Performed, perform } from './perform.ts';
import { type Call, nameOperation, type PreparedRequest, prepare } from './prepare.ts';
import { readAnswer } from './read-answer.ts';
import type { Settings } from './settings.ts';

/** What a caller has asked for. */
interface Given<Row extends Endpoint, Value> {
  readonly call: Call<Row, Value>;
  readonly options: CallOptions;
}

/**
 * Carries out one call of an operation, from the caller's arguments to the value of the answer.
 *
 * @param row - The operation.
 * @param describe - Gives the call and its options, or throws what kept them from being read.
 * @param performer - What sends the request.
 * @throws {MessagingError}
 */
export async function carryOut<Row extends Endpoint, Value>(
  row: Row,
  describe: () => Given<Row, Value>,
  settings: Settings,
  performer: typeof perform = perform,
): Promise<Performed<Value>> {
  const { redact } = settings;
  const { call, request } = describeAndPrepare(row, describe, settings);
  const { operation, ids, freshIds } = request;
  return performer(request, settings, (answer, progress) =>
    readAnswer(
      answer,
      { operation, ids, freshIds, redact, progress },
      row.response,
      call.check ?? (() => []),
    ),
  );
}

interface Described<Row extends Endpoint, Value> {
  readonly call: Call<Row, Value>;
  readonly request: PreparedRequest;
}

function describeAndPrepare<Row extends Endpoint, Value>(
  row: Row,
  describe: () => Given<Row, Value>,
  settings: Settings,
): Described<Row, Value> {
  try {
    const { call, options } = describe();
    return { call, request: prepare(row, call, options, settings) };
  } catch (thrown) {
    const operation = nameOperation(row);
    const error = thrown instanceof RequestValidationError ? thrown : unwritable(operation, thrown, settings);
    settings.observe()?.('onError', { operation, request: undefined, error });
    throw error;
  }
}

/** A getter that throws, a circular reference, a BigInt: what cannot be read or written cannot be sent. */
function unwritable(operation: string, thrown: unknown, { redact }: Settings): RequestValidationError {
  const cause = copyForeignError(thrown, redact);
  const issues = [{ path: '', message: `cannot be written as JSON: ${cause.message}` }];
  return new RequestValidationError(operation, issues, { cause });
}
