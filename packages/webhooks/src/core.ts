/** Parts of the verification and of the command, for their own tests. */
export { buildEvent } from './cli/build-event.ts';
export { type DiagnoseOptions, diagnose } from './cli/diagnose.ts';
export { readCapture } from './cli/read-capture.ts';
export { unverifiedKey, verifiedKey } from './dedupe/key.ts';
export { readPayload } from './event/read-payload.ts';
export { toBytes } from './sign/body.ts';
export { encodeUtf8 } from './sign/encoding.ts';
export { minify } from './sign/minify.ts';
export { equalsInConstantTime } from './verify/verification-steps.ts';
