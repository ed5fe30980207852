import { randomInt } from 'node:crypto';
import { type AccountClient, isMessagingError } from '@messaging-service/sdk';
import { BadRequestException, Inject, Injectable, ServiceUnavailableException } from '@nestjs/common';

/** The injection token of the messaging client. */
export const MESSAGING_CLIENT = Symbol('messaging client');

const LIFETIME_MS = 5 * 60_000;

/** Sends and checks one-time codes. Add limits for each phone and each caller before you use it in production. */
@Injectable()
export class LoginService {
  readonly #codes = new Map<string, { readonly code: string; readonly expiresAt: number }>();
  readonly #client: AccountClient;

  constructor(@Inject(MESSAGING_CLIENT) client: AccountClient) {
    this.#client = client;
  }

  /** Sends a code to a phone. */
  async sendCode(phone: string): Promise<void> {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    try {
      const body = `${code} is your code to log in. It is valid for 5 minutes.`;
      await this.#client.messages.sendOne({ to: phone, from: { type: 'shared' }, body });
    } catch (error) {
      if (isMessagingError(error, 'RequestValidationError')) throw new BadRequestException('invalid_phone');
      // With an unknown outcome, the code may still arrive and must be accepted.
      if (!isMessagingError(error) || !error.maybeSent) throw new ServiceUnavailableException('not_sent');
    }
    this.#codes.set(phone, { code, expiresAt: Date.now() + LIFETIME_MS });
  }

  /** Whether this is the code of the phone. Each code can be tried once. */
  redeem(phone: string, code: string): boolean {
    const issued = this.#codes.get(phone);
    this.#codes.delete(phone);
    return issued !== undefined && issued.code === code && issued.expiresAt > Date.now();
  }
}
