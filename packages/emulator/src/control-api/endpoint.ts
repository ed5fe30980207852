import * as z from 'zod/mini';
import { type CONTROL_ERRORS, Rejection } from '../domain/state/rejection.ts';
import type { HttpRequest, Upload } from '../http/message.ts';
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
export interface ControlRequest extends HttpRequest {
  /** The last event that the reader of a stream has seen. */
  readonly lastEventId: string | undefined;
  /** Scheme, host and port that the caller used, such as `http://localhost:4010`. */
  readonly origin: string;
  /**
   * Aborted when the response is no longer needed: the caller closed the connection, or the server is shutting down.
   */
  readonly signal: AbortSignal;
  /** The body as a stream, for calls that do not collect it into `body`: see `isUpload`. */
  readonly upload?: Upload | undefined;
}

/** A validated call of the control API. */
interface ControlCall<Query, Body> extends Pick<ControlRequest, 'lastEventId' | 'origin' | 'signal'> {
  /** The service it is about. */
  readonly service: Service;
  /** All services of the server. */
  readonly sandboxes: Sandboxes;
  /** Identifies this server. */
  readonly server: ServerInfo;
  /** The value of the placeholder of the path; empty for a path without one. */
  readonly id: string;
  readonly query: Query;
  readonly body: Body;
  /** The body as a stream, for a row that reads it piece by piece. */
  readonly upload: Upload;
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
export type Refusal =
  | 'not_found'
  | 'insufficient_credits'
  | Exclude<keyof typeof CONTROL_ERRORS, 'forbidden'>;

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
  /** Schema of the body; null when none is read, `free` when the row reads it as a stream. A missing body counts as an empty object. */
  readonly body: z.ZodMiniType | null | 'free';
  /** Schema of the response, which is documentation only; `free` for any JSON object, `events` for a stream of events. */
  readonly answer: z.ZodMiniType | 'free' | 'events';
  /** Statuses of a call that succeeds: the first, unless the response is a {@link StatusResponse}. */
  readonly statuses: readonly [number, ...number[]];
  /** Error codes in addition to `invalid_request`. */
  readonly refusals: readonly Refusal[];
  /** Returns the body of the response, or the texts of the events. Without one, it is an empty object. */
  readonly run: (call: ControlCall<unknown, unknown>) => unknown;
}

/** A response whose status depends on the result. */
export class StatusResponse {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** A query or a body without members, and a response without content. */
export const nothing = z.strictObject({});

type Optional = 'id' | 'headers' | 'answer' | 'statuses' | 'refusals';

/** A row as it is written: what most rows have is left out. */
interface Written<Query, Body>
  extends Pick<Endpoint, 'tag' | 'description'>,
    Partial<Pick<Endpoint, Optional>> {
  readonly query?: z.ZodMiniType<Query>;
  readonly body?: z.ZodMiniType<Body> | 'free';
  readonly run: (call: ControlCall<Query, Body>) => unknown;
}

/**
 * Creates a row. It connects the types of its schemas with its function; the table itself does not keep them.
 *
 * @param name - The name of the operation.
 * @param call - Method and path, such as `GET /messages/{id}`.
 * @param row - The rest. A row with an `{id}` refuses unknown ones with `not_found` by default.
 */
export function endpoint<Query, Body>(
  name: string,
  call: string,
  { run, ...row }: Written<Query, Body>,
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
