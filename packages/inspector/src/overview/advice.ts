/** What to do about messages that failed with a code. */
const MESSAGES: Readonly<Record<string, string>> = {
  '1': 'The carrier does not know the result. Tell the recipient in another way if it matters.',
  '2': 'A newer message replaced this one at the carrier.',
  '22': 'The phone was off or out of reach. Send the message again later.',
  '30': 'The recipient has opted out. Remove the number from your list.',
  '31': 'The phone supports none of the channels. Add "sms" to "channels".',
  '40': 'No provider accepted the message. Send it again later.',
  '41': 'The account had too few credits when the message was due. Top it up.',
};

/** What to do about requests that were refused with a code. */
const REQUESTS: Readonly<Record<string, string>> = {
  invalid_json: 'The body is not JSON.',
  invalid_request: 'A field is missing, unknown or not valid. The response names it.',
  invalid_key: 'The key is missing, unknown, or of the wrong kind: sending needs the key of an account.',
  multipart_not_allowed: 'The text has more than one unit, and the request does not allow that.',
  insufficient_credits: 'Top up the account.',
  sender_not_owned: 'Register the sender ID for the account, or send with one that it owns.',
  batch_not_found: 'The account has no such batch. Each account sees only its own.',
  account_not_found: 'The organization has no such account, or the account was deleted.',
  batch_not_pending: 'The batch was sent already, so it cannot be canceled.',
  duplicate_id: 'The identifier was used before, so the message is queued already.',
  shared_sender_unavailable: 'Every shared sender ID is locked to another account for this number.',
  payload_too_large: 'Split the request into smaller ones.',
  service_unavailable: 'A fault of the emulator. The service did nothing: send the request again.',
};

/** The remedy for messages that failed with a code. */
export function adviceForCode(code: string): string {
  return MESSAGES[code] ?? 'The carrier rules or the test number decide this code.';
}

/** The remedy for calls that were refused. */
export function adviceForRequest(code: string | null, status: number | null): string {
  if (status === null) return 'A fault cut the connection, so the client does not know the result.';
  return REQUESTS[code ?? ''] ?? 'A fault returned this status.';
}
