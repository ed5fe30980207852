import * as Sentry from '@sentry/node';

Sentry.init({
  dsn: process.env.SENTRY_DSN,
  tracesSampleRate: 1,
  // Spans and breadcrumbs get no query strings, and so no key.
  dataCollection: { urlQueryParams: false },
  // The service gets a `traceparent` in addition to Sentry's own header fields.
  propagateTraceparent: true,
  // The spans of the option `telemetry` become spans of Sentry.
  enableOpenTelemetrySetup: true,
});
