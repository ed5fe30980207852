/** Parts of the kit, for their own tests. */
export { cases } from './cases/all.ts';
export { readCommandLine, USAGE } from './cli/options.ts';
export { identifyService } from './identity/identify.ts';
export { explainNoResponse } from './identity/no-response.ts';
export { openPoints } from './interpretations/all.ts';
export { Probe } from './probe/probe.ts';
export { UNKNOWN_KEY, UNKNOWN_UUID } from './probe/unknown.ts';
export { checkClause } from './report/check.ts';
export { differencesOf } from './report/differences.ts';
export { formatReport } from './report/format.ts';
export { formatJunit } from './report/junit.ts';
export { COLORED, choosePaint, PLAIN } from './report/paint.ts';
export { decide } from './report/verdict.ts';
export { type Capability, requireCapabilities } from './service/capabilities.ts';
export { redact } from './service/redact.ts';
export { NoResponse, ServiceClient } from './service/service-client.ts';
export { describeResponse, Skipped, Violation } from './service/verdict.ts';
