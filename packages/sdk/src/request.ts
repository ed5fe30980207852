import type { Endpoint } from '@messaging-service/contract';
import { RequestValidationError } from './errors/request-validation-error.ts';
import { exchange } from './exchange.ts';
import { copyForeignError } from './foreign-error.ts';
import type { CallOptions } from './options.ts';
import { type Call, nameOperation, type PreparedRequest, prepare } from './prepare.ts';
import { readAnswer } from './read-answer.ts';
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
) => Promise<ValueOf<Row>>;

type DescribedCall<Row extends Endpoint> = Call<Row, ValueOf<Row>>;

/** Makes the one function through which every operation goes. */
export function createRequest(settings: Settings): RequestFunction {
  return async (row, options, describe) => {
    const { call, request } = await describeAndPrepare(row, options ?? {}, describe, settings);
    const answer = await exchange(request, settings);
    const reading = { operation: request.operation, ids: request.ids, redact: settings.redact };
    return readAnswer(answer, reading, row.response, call.check ?? (() => []));
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
  } catch (error) {
    if (error instanceof RequestValidationError) throw error;
    // A getter that throws, a circular reference, a BigInt: what cannot be read or written cannot be sent.
    const cause = copyForeignError(error, settings.redact);
    const issues = [{ path: '', message: `cannot be written as JSON: ${cause.message}` }];
    throw new RequestValidationError(nameOperation(row), issues, { cause });
  }
}
