import { CODES } from './codes.ts';
import { type Hints, teach } from './errors.ts';

/**
 * What to do about each code of `WebhookVerificationError`, whose messages end with it.
 *
 * The texts are as large as half the verifier, so a bundle that imports nothing but `verify` goes without them: its
 * errors bear the code alone. Import `HINTS` to have them there too. The annotation tells bundlers that they may.
 */
export const HINTS: Hints = /* @__PURE__ */ teach(CODES);
