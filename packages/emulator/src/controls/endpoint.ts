import * as z from 'zod/mini';
import { type CONTROL_ERRORS, Rejection } from '../domain/state/rejection.ts';
import type { Target } from '../http/decode.ts';
import type { Upload } from '../http/message.ts';
import type { Sandboxes } from '../service/sandboxes.ts';
import type { Service } from '../service/service.ts';

/** Identifies a running server. */
export interface ServerInfo {
  /** New at every start. */
  readonly instance: string;
  /** Version of the package. */
  readonly version: string;
  /** When it started, in real time: ISO 8601. */
  readonly startedAt: string;
  /** Why changes cannot be kept at the moment; undefined while they can. */
  readonly problem: () => string | undefined;
}

/** A call of the control API. */
export interface ControlRequest {
  readonly method: string;
  /** Its path begins below the prefix of the control API. */
  readonly target: Target;
  /** The body as text, or as a stream for the calls of `isUpload`, which do not collect it. */
  readonly body: string | Upload;
  /** The last event that the reader of a stream has seen. */
  readonly lastEventId: string | undefined;
  /** Scheme, host and port that the caller used, such as `http://localhost:4010`. */
  readonly origin: string;
  /**
   * Aborted when the response is no longer needed: the caller closed the connection, or the server is shutting down.
   */
  readonly signal: AbortSignal;
}

/** A validated call about a service, from the same process or over HTTP. */
export interface ServiceCall<Query, Body> {
  /** The service it is about. */
  readonly service: Service;
  /** Identifies the server. */
  readonly server: ServerInfo;
  /** The value of the placeholder of the path; empty for a path without one. */
  readonly id: string;
  readonly query: Query;
  readonly body: Body;
  /** Aborted when the response is no longer needed. */
  readonly signal: AbortSignal | undefined;
  /** Values that only a caller in this process can pass. */
  readonly native?: NativeWait | undefined;
}

/** Members of a wait as code has them. */
export interface NativeWait {
  /** A pattern that need not be linear. */
  readonly match: RegExp | undefined;
  /** Real time to wait, which can be longer than a connection lasts. */
  readonly timeout: number;
}

/** A validated call over HTTP. */
interface ControlCall<Query, Body>
  extends ServiceCall<Query, Body>,
    Pick<ControlRequest, 'lastEventId' | 'origin' | 'signal'> {
  /** All services of the server. */
  readonly sandboxes: Sandboxes;
  readonly signal: AbortSignal;
}

/** Groups of calls, with their descriptions in the OpenAPI document. */
export const TAGS = {
  server: 'The server and its sandboxes.',
  clock: 'The time of the emulated service.',
  state: 'The whole state: resets, snapshots, marks and events.',
  messages: 'Messages, the carrier and handsets.',
  accounts: 'Organizations, sender IDs and notifications, which the public API cannot create.',
  webhooks: 'Webhook deliveries and their attempts.',
  faults: 'Simulated failures of the public API, and webhooks with other payloads.',
  inspector: 'The calls that the inspector makes.',
} as const;

/** Error codes that only some rows refuse calls with. */
export type Refusal = 'not_found' | Exclude<keyof typeof CONTROL_ERRORS, 'forbidden'>;

/** A row of the endpoint table of the control API. The OpenAPI document is made of these rows and their schemas. */
export interface Endpoint {
  /** The name of the operation in the OpenAPI document. */
  readonly name: string;
  readonly tag: keyof typeof TAGS;
  readonly method: string;
  /** Path below the prefix; `{id}` matches any segment. */
  readonly path: string;
  /** Whole sentences. The first is the summary. */
  readonly description: string;
  /** What `{id}` stands for, and an example; undefined for a path without it. */
  readonly id: readonly [description: string, example: string] | undefined;
  /** Headers that the row reads, each with its description and an example. */
  readonly headers: Readonly<Record<string, readonly [description: string, example: string]>>;
  readonly query: z.ZodMiniType;
  /** Schema of the body; null when none is read, `free` for JSON of any size. A missing body counts as an empty object. */
  readonly body: z.ZodMiniType | null | 'free';
  /** Schema of the response; `free` for any JSON object, `events` for a stream of events. */
  readonly answer: z.ZodMiniType | 'free' | 'events';
  /** Statuses of a call that succeeds: the first, unless the response is a {@link StatusResponse}. */
  readonly statuses: readonly [number, ...number[]];
  /** Error codes in addition to `invalid_request`. */
  readonly refusals: readonly Refusal[];
  /** Returns the body of the response, or the texts of the events. Without one, it is an empty object. */
  readonly run: (call: ControlCall<unknown, unknown>) => unknown;
}

/** A response whose status depends on the result. */
export class StatusResponse<Body = unknown> {
  readonly status: number;
  readonly body: Body;

  constructor(status: number, body: Body) {
    this.status = status;
    this.body = body;
  }
}

/** A query or a body without members, and a response without content. */
export const nothing = z.strictObject({});

type Optional = 'id' | 'headers' | 'statuses' | 'refusals';

/** A value that callers must not change, because a response can contain parts of the state itself. */
type ReadonlyDeep<Value> = Value extends readonly (infer Element)[]
  ? readonly ReadonlyDeep<Element>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: ReadonlyDeep<Value[Name]> }
    : Value;

/** The response of a row, with a status of its own or not, now or later. */
type Responded<Answer> = Answer | StatusResponse<Answer> | Promise<Answer | StatusResponse<Answer>>;

/** A row in its written form. Values that most rows share have defaults. */
export interface WrittenRow<Query, Body, Answer, Call = ControlCall<Query, Body>>
  extends Pick<Endpoint, 'tag' | 'description'>,
    Partial<Pick<Endpoint, Optional>> {
  readonly query?: z.ZodMiniType<Query>;
  readonly body?: z.ZodMiniType<Body> | 'free';
  /** Schema of the response: the type of what `run` returns. */
  readonly answer?: z.ZodMiniType<Answer> | 'free' | 'events';
  readonly run: (call: Call) => Responded<ReadonlyDeep<Answer>>;
}

/**
 * Creates a row. It connects the types of its schemas with its function; the table itself does not keep them.
 *
 * @param name - The name of the operation.
 * @param call - Method and path, such as `GET /messages/{id}`.
 * @param row - The rest. A row with an `{id}` refuses unknown ones with `not_found` by default.
 */
export function endpoint<Query, Body, Answer>(
  name: string,
  call: string,
  { run, ...row }: WrittenRow<Query, Body, Answer>,
): Endpoint {
  const [method = '', path = ''] = call.split(' ');
  return {
    name,
    method,
    path,
    id: undefined,
    headers: {},
    query: nothing,
    body: null,
    answer: nothing,
    statuses: [200],
    refusals: row.id === undefined ? [] : ['not_found'],
    ...row,
    run: run as Endpoint['run'],
  };
}

/**
 * Returns the object with a UUID, in capitals or not.
 *
 * @param kind - The name of such an object, for the refusal.
 * @throws {Rejection} `not_found` when there is none.
 */
export function found<Value>(objects: ReadonlyMap<string, Value>, uuid: string, kind: string): Value {
  const object = objects.get(uuid.toLowerCase());
  if (object === undefined) throw new Rejection('not_found', `There is no ${kind} ${uuid}.`);
  return object;
}
