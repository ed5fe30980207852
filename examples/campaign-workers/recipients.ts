/** A person who gets the message. */
export interface Recipient {
  /** The identifier of this person in your own records. It stays the same when the number changes. */
  readonly reference: string;
  /** Mobile number in digits. */
  readonly phone: string;
  /** First name. */
  readonly name: string;
}

const NAMES = ['Amelia', 'Björn', 'Chloe', 'Dimitra', 'Elif', 'Farid', 'Grace', 'Hélène'] as const;

/** Generates recipients. The country code 999 is not assigned, so the numbers do not exist. */
export function* inventRecipients(count: number): Generator<Recipient> {
  for (let index = 0; index < count; index++) {
    const digits = String(index).padStart(8, '0');
    yield {
      reference: `customer-${digits}`,
      phone: `9990${digits}`,
      name: NAMES[index % NAMES.length] as string,
    };
  }
}
