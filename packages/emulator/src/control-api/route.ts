import type * as z from 'zod/mini';
import type { Service } from '../service/service.ts';
import type { EventStream } from './events.ts';
import type { ServerInfo } from './views/server.ts';

/** A validated call of the control API. */
export interface ControlCall<Query, Body> {
  /** The service it is about. */
  readonly service: Service;
  /** Identifies this server. */
  readonly server: ServerInfo;
  /** The value of the placeholder of the path. */
  readonly id: string;
  readonly query: Query;
  readonly body: Body;
  /**
   * Aborted when the response is no longer needed: the caller closed the connection, or the server is shutting down.
   */
  readonly signal: AbortSignal | undefined;
  /** The body as a stream, for a row that reads it piece by piece. */
  readonly upload: AsyncIterable<Uint8Array>;
}

/** A row of the control API. */
export interface ControlRoute {
  readonly method: string;
  /** Path below the prefix; `{id}` matches anything. */
  readonly path: string;
  readonly query: z.ZodMiniType;
  /** Schema of the body; null when none is read. A missing body counts as an empty object. */
  readonly body: z.ZodMiniType | null;
  /** Status of the response, unless the response is a {@link StatusResponse}. */
  readonly status: number;
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

/** A response in pieces of JSON text. */
export class StreamResponse {
  readonly chunks: AsyncIterable<string>;

  constructor(chunks: AsyncIterable<string>) {
    this.chunks = chunks;
  }
}

/** A response that is a stream of events. */
export class EventResponse {
  readonly stream: EventStream;

  constructor(stream: EventStream) {
    this.stream = stream;
  }
}

/** Connects the types of a row's schemas with its function; the table itself does not keep them. */
export function route<Query, Body>(
  status: number,
  method: string,
  path: string,
  query: z.ZodMiniType<Query>,
  body: z.ZodMiniType<Body> | null,
  run: (call: ControlCall<Query, Body>) => unknown,
): ControlRoute {
  return { method, path, query, body, status, run: run as ControlRoute['run'] };
}
