// Run with: node --import dd-trace/register.js --import ./datadog.mjs app.mjs
import tracer from 'dd-trace';

// Leave DD_TRACE_OTEL_SEMANTICS_ENABLED off: without it, Datadog records no query strings, and so no key.
tracer.init();

// The spans of the option `telemetry` become spans of Datadog.
new tracer.TracerProvider().register();
