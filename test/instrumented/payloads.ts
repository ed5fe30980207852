import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import type { ReceivedRequest } from '@messaging-service/test-support';

/** A span in the form of every library. */
export interface RecordedSpan {
  readonly id: string;
  readonly parent: string | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** The body of a request, decompressed. */
export function bytesOf({ headers, bytes }: ReceivedRequest): Buffer {
  return headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
}

interface SentryItems {
  readonly items?: readonly {
    readonly span_id: string;
    readonly parent_span_id?: string;
    readonly attributes: Readonly<Record<string, { readonly value: unknown }>>;
  }[];
}

/** Reads the spans of Sentry's envelopes: lines of JSON. Those with spans have a list of items. */
export function readSentry(received: readonly ReceivedRequest[]): RecordedSpan[] {
  return received
    .flatMap((one) => bytesOf(one).toString().split('\n'))
    .filter((line) => line.startsWith('{'))
    .flatMap((line) => (JSON.parse(line) as SentryItems).items ?? [])
    .filter((item) => 'span_id' in item)
    .map(({ span_id, parent_span_id, attributes }) => ({
      id: span_id,
      parent: parent_span_id,
      attributes: Object.fromEntries(Object.entries(attributes).map(([name, { value }]) => [name, value])),
    }));
}

interface DatadogSpan {
  readonly span_id: bigint;
  readonly parent_id: bigint;
  readonly meta: Readonly<Record<string, unknown>>;
}

/** Reads the spans that an agent of Datadog gets: MessagePack. */
export function readDatadog(received: readonly ReceivedRequest[]): RecordedSpan[] {
  // Installed here, and not beside the sources that the compiler checks.
  const { decode } = createRequire(import.meta.url)('@msgpack/msgpack') as {
    decode: (bytes: Buffer, options: object) => readonly (readonly DatadogSpan[])[];
  };
  return received
    .filter(({ path }) => path.endsWith('/traces'))
    .flatMap((one) => decode(bytesOf(one), { useBigInt64: true }))
    .flat()
    .map(({ span_id, parent_id, meta }) => ({
      id: inHex(span_id),
      parent: inHex(parent_id),
      attributes: meta,
    }));
}

function inHex(id: bigint): string {
  return BigInt(id).toString(16).padStart(16, '0');
}
