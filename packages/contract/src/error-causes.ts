import { type Cause, causeIn } from './cause.ts';
import type { ErrorCode } from './errors.ts';

/** The cause of each refusal, and what to do about it. */
export const ERROR_CAUSES: Readonly<Record<ErrorCode, Cause>> = {
  invalid_json: {
    cause: 'The body is not JSON.',
    remedy: 'Send the body as JSON in UTF-8, for example with JSON.stringify().',
  },
  invalid_request: {
    cause: 'A field is missing, unknown or not valid.',
    remedy: 'Correct the fields that the issues of the response name.',
  },
  invalid_key: {
    cause: 'The key is missing, unknown, of the wrong kind, or its account was deactivated.',
    remedy: 'Send the key of an account for messages and batches, and that of the organization for accounts.',
  },
  multipart_not_allowed: {
    cause: 'The text has more than one unit, and the request does not allow that.',
    remedy: 'Shorten the text, or leave out allowMulti=false.',
  },
  insufficient_credits: {
    cause: 'The account or the organization has too few credits for the whole request.',
    remedy: 'Top up the account.',
  },
  sender_not_owned: {
    cause: 'The account does not own the sender ID.',
    remedy: 'Register the sender ID for the account, or send with one that it owns.',
  },
  batch_not_found: {
    cause: 'The account has no such batch. Each account sees only its own, and a canceled batch is gone.',
    remedy: 'Check the UUID of the batch, and the key of the account.',
  },
  account_not_found: {
    cause: 'The organization has no such account, or the account was deleted.',
    remedy: 'Check the UUID of the account, and the key of the organization.',
  },
  not_found: {
    cause: 'No operation has this path.',
    remedy: 'Correct the path: the message of the response names the nearest one, if there is one.',
  },
  method_not_allowed: {
    cause: 'The path does not take this method.',
    remedy: 'Use one of the methods that the header "allow" of the response lists.',
  },
  batch_not_pending: {
    cause: 'The batch was sent already, so it cannot be canceled.',
    remedy: 'Cancel a batch before its time.',
  },
  duplicate_id: {
    cause: 'The identifier was used before, so the message is queued already.',
    remedy: 'If you repeated a request, treat this as success. Otherwise use a new identifier.',
  },
  shared_sender_unavailable: {
    cause: 'For this number, other accounts use every shared sender ID, or the service has none.',
    remedy: 'Send with a sender ID of the account, or add shared sender IDs.',
  },
  payload_too_large: {
    cause: 'The body is larger than the service accepts.',
    remedy: 'Split the request into smaller ones.',
  },
  service_unavailable: {
    cause: 'The service could not process the request, and did nothing.',
    remedy: 'Send the same request again later.',
  },
};

/** The cause and the remedy of a refusal; for a code that this version does not know, one that says so. */
export function causeOfError(code: string): Cause & { readonly isKnown: boolean } {
  return causeIn(ERROR_CAUSES, code, 'error code');
}
