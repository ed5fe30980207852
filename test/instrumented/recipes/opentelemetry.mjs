import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';

export const instrumentations = [
  // node:http and node:https. The list replaces the one of the library.
  new HttpInstrumentation({ redactedQueryParams: ['key'] }),
  // The global fetch.
  new UndiciInstrumentation({
    startSpanHook: ({ origin, path }) => {
      const url = new URL(path, origin);
      if (url.searchParams.has('key')) url.searchParams.set('key', 'REDACTED');
      return { 'url.full': url.href, 'url.query': url.search };
    },
  }),
];
