import type { ServiceResponse } from './service-client.ts';

/** The service breaks a clause. */
export class Violation extends Error {
  override readonly name = 'Violation';

  /**
   * @param message - The expectation that was not met, without a full stop.
   * @param response - The response of the service, as evidence.
   */
  constructor(message: string, response?: ServiceResponse) {
    super(response === undefined ? message : `${message}; ${describeResponse(response)}`);
  }
}

/** A case or an open point that cannot be decided with this service. The message is the reason. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
  readonly missing: readonly string[];

  /**
   * @param message - The reason, without a full stop.
   * @param missing - The capabilities that the target lacks, if that is the reason.
   */
  constructor(message: string, missing: readonly string[] = []) {
    super(message);
    this.missing = missing;
  }
}

const MAX_BODY_LENGTH = 300;

/** Describes a response in a few words, as evidence. */
export function describeResponse({ operation, status, text }: ServiceResponse): string {
  const body = text.length > MAX_BODY_LENGTH ? `${text.slice(0, MAX_BODY_LENGTH)}…` : text;
  return `${operation} returned ${status} ${body === '' ? 'without a body' : body}`;
}
