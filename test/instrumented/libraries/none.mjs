/** No library: the process has only the API of OpenTelemetry, without an implementation. */
import * as api from '@opentelemetry/api';

export const telemetry = api;
export const within = (work) => work();
export const finish = () => [];
