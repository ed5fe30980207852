import type { Endpoint } from '@messaging-service/contract';
import { type CallPromise, type CallResult, createCallPromise } from './call-promise.ts';
import { findRequestId } from './errors/answer-details.ts';
import { RequestValidationError } from './errors/request-validation-error.ts';
import { copyForeignError } from './foreign-error.ts';
import type { CallOptions } from './options.ts';
import { type Performed, perform } from './perform.ts';
import { type Call, nameOperation, type PreparedRequest, prepare } from './prepare.ts';
import { readAnswer } from './read-answer.ts';
import { readHeaders } from './reading.ts';
import type { Redact } from './redact.ts';
import type { Settings } from './settings.ts';

/** What a row of the endpoint table answers. */
type ValueOf<Row extends Endpoint> = Row['response'] extends { _zod: { output: infer Value } }
  ? Value
  : never;

/**
 * Calls an operation: checks and writes the request, sends it, reads the answer.
 *
 * @param row - Its row of the endpoint table.
 * @param options - As the caller gave them: what every call takes, and the operation's own flags.
 * @param describe - Makes the call of the caller's arguments. A function, since reading a stranger's object may throw.
 */
export type RequestFunction = <Row extends Endpoint>(
  row: Row,
  options: CallOptions | undefined,
  describe: () => DescribedCall<Row> | Promise<DescribedCall<Row>>,
) => CallPromise<ValueOf<Row>>;

type DescribedCall<Row extends Endpoint> = Call<Row, ValueOf<Row>>;

/**
 * Makes the one function through which every operation goes.
 *
 * @param performer - What carries a request out; a mock client has its own.
 */
export function createRequest(settings: Settings, performer: typeof perform = perform): RequestFunction {
  return (row, options, describe) => {
    const performed = call(row, options ?? {}, describe, settings, performer);
    const withResponse = async () => describeResult(await performed, settings.redact);
    return createCallPromise(
      performed.then(({ value }) => value),
      withResponse,
    );
  };
}

async function call<Row extends Endpoint>(
  row: Row,
  options: CallOptions,
  describe: () => DescribedCall<Row> | Promise<DescribedCall<Row>>,
  settings: Settings,
  performer: typeof perform,
): Promise<Performed<ValueOf<Row>>> {
  const { redact } = settings;
  const { call, request } = await describeAndPrepare(row, options, describe, settings);
  const { operation, ids } = request;
  return performer(request, settings, (answer, progress) =>
    readAnswer(answer, { operation, ids, redact, progress }, row.response, call.check ?? (() => [])),
  );
}

/** Only for those who ask: most look at the value alone. */
function describeResult<Value>(
  { value, answer, attempts, startedAt, durationMs }: Performed<Value>,
  redact: Redact,
): CallResult<Value> {
  const headers = readHeaders(answer, redact);
  return {
    data: value,
    status: answer.status,
    headers,
    requestId: findRequestId(headers),
    timing: { startedAt: new Date(startedAt), durationMs },
    attempts,
  };
}

interface Described<Row extends Endpoint> {
  readonly call: DescribedCall<Row>;
  readonly request: PreparedRequest;
}

async function describeAndPrepare<Row extends Endpoint>(
  row: Row,
  options: CallOptions,
  describe: () => DescribedCall<Row> | Promise<DescribedCall<Row>>,
  settings: Settings,
): Promise<Described<Row>> {
  try {
    const call = await describe();
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
