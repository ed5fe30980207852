/** Sentry by its recipe. Its payloads go to the receiver of the test. */
import * as api from '@opentelemetry/api';
import * as Sentry from '@sentry/node';
import '../recipes/sentry.mjs';

export const telemetry = api;
export const within = (work) => Sentry.startSpan({ name: 'job', op: 'job' }, work);

export async function finish() {
  // Its breadcrumbs describe the requests before it.
  Sentry.captureException(new Error('an error of the application'));
  await Sentry.flush(5000);
}
