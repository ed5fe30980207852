import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { openReceiver, type ReceivedRequest } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';
import { missing } from './missing.ts';
import { bytesOf, type RecordedSpan, readDatadog, readSentry } from './payloads.ts';

const here = import.meta.dirname;
const KEY = '0123456789abcdef0123456789abcdef';
type TransportName = 'node' | 'fetch';

/** A library in a process, and the transports whose requests it traces. */
interface Library {
  readonly name: string;
  readonly file: string;
  readonly covers: readonly TransportName[];
  /** Whether spans of the option `telemetry` are recorded. */
  readonly records: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  readonly imports?: readonly string[];
  readonly read?: (received: readonly ReceivedRequest[]) => RecordedSpan[];
}

const openTelemetry = (
  name: string,
  instrumentations: string,
  covers: readonly TransportName[],
): Library => ({
  name,
  file: 'opentelemetry',
  covers,
  records: true,
  environment: { INSTRUMENTATIONS: instrumentations },
});

const libraries: readonly Library[] = [
  { name: 'nothing', file: 'none', covers: [], records: false },
  openTelemetry('OpenTelemetry without instrumentations', '', []),
  openTelemetry('OpenTelemetry with instrumentation-http', 'http', ['node']),
  openTelemetry('OpenTelemetry with instrumentation-undici', 'undici', ['fetch']),
  openTelemetry('OpenTelemetry with both', 'http undici', ['node', 'fetch']),
  { name: 'Sentry', file: 'sentry', covers: ['node', 'fetch'], records: true, read: readSentry },
  {
    name: 'Datadog',
    file: 'datadog',
    covers: ['node', 'fetch'],
    records: true,
    read: readDatadog,
    imports: ['dd-trace/register.js'],
    environment: {
      DD_TRACE_STARTUP_LOGS: 'false',
      DD_INSTRUMENTATION_TELEMETRY_ENABLED: 'false',
      DD_REMOTE_CONFIGURATION_ENABLED: 'false',
    },
  },
];

interface Call {
  readonly transport: TransportName;
  readonly telemetry: boolean;
  readonly format: 'esm' | 'cjs';
}

/** Makes one call in a process of its own. */
async function run({ file, imports = [], environment = {}, read }: Library, call: Call) {
  await using service = await openReceiver();
  service.answer(200, { batches: [] });
  await using exporters = await openReceiver();
  exporters.answer(200, {});
  const parameters = { library: file, baseUrl: service.url, accountKey: KEY, ...call };
  const preloaded = [...imports, `./libraries/${file}.mjs`].flatMap((one) => ['--import', one]);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...preloaded, 'call.mjs', JSON.stringify(parameters)],
    {
      cwd: here,
      env: {
        PATH: process.env.PATH,
        ...environment,
        SENTRY_DSN: `${exporters.url.replace('http://', 'http://public@')}/1`,
        DD_TRACE_AGENT_URL: exporters.url,
      },
    },
  );
  const { error, spans = [] } = JSON.parse(stdout) as { error?: string; spans?: RecordedSpan[] };
  const fields = service.received[0]?.rawHeaders ?? [];
  return {
    error,
    requests: service.received.length,
    traceparents: fields.filter((_, at) => fields[at - 1] === 'traceparent' && at % 2 === 1),
    spans: read?.(exporters.received) ?? spans,
    /** Everything that left the process besides the request. */
    exported: [stdout, ...exporters.received.map((one) => one.url + bytesOf(one).toString('latin1'))],
  };
}

describe.skipIf(missing !== undefined).for(libraries)('a process that $name instruments', (library) => {
  describe.for(['node', 'fetch'] as const)('with the transport over %s', (transport) => {
    test.for(['esm', 'cjs'] as const)(
      'the call works, and the service gets one traceparent, whose spans belong together (%s)',
      async (format) => {
        const { error, requests, traceparents, spans } = await run(library, {
          transport,
          telemetry: true,
          format,
        });
        expect({ error, requests }).toEqual({ error: undefined, requests: 1 });
        expect(traceparents).toHaveLength(library.records ? 1 : 0);
        if (!library.records) return;
        const byId = new Map(spans.map((span) => [span.id, span]));
        const sent = byId.get(traceparents[0]?.split('-')[2] ?? '');
        const attempt = spans.find(({ attributes }) => attributes['url.template'] === '/batch');
        expect(attempt).toBeDefined();
        // The library's own span is a child of the client's, and one of the two is sent.
        const children = spans.filter(({ parent }) => parent === attempt?.id);
        expect(children).toHaveLength(library.covers.includes(transport) ? 1 : 0);
        expect([attempt, ...children]).toContain(sent);
        const call = byId.get(attempt?.parent ?? '');
        expect(call?.attributes).toMatchObject({ 'messaging.operation.name': 'GET /batch' });
        expect(byId.has(call?.parent ?? '')).toBe(true);
      },
    );

    test('without the option telemetry, the call works, and the trace is that of the library', async () => {
      const { error, requests, traceparents } = await run(library, {
        transport,
        telemetry: false,
        format: 'esm',
      });
      expect({ error, requests }).toEqual({ error: undefined, requests: 1 });
      expect(traceparents).toHaveLength(library.covers.includes(transport) ? 1 : 0);
    });

    test.for([true, false])('no exporter gets the key (telemetry: %s)', async (telemetry) => {
      const { exported } = await run(library, { transport, telemetry, format: 'esm' });
      expect(exported.join('\n')).not.toContain(KEY);
      // An exporter that gets nothing would prove nothing.
      if (library.covers.includes(transport)) expect(exported.join('\n')).toContain('/batch');
    });
  });
});
