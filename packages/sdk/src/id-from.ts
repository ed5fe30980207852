import { v5, validate } from 'uuid';

/** The namespace of namespaces that are not UUIDs themselves. */
const NAMESPACES = 'b0f5bd5e-2f0c-4d0b-9c6a-6f1f3a1f8a57';

/**
 * Derives a stable identifier from names: the same names always give the same UUID (version 5), in every process and on every
 * machine. Use it as the `id` of a message or the `uuid` of a batch, so that a program that was killed can send everything
 * again: the service refuses what it has already queued.
 *
 * @param namespace - A name for the group, such as your campaign: any text, or a UUID.
 * @param name - A name within the group, such as a recipient.
 * @throws {TypeError} An argument is not a text, or is empty.
 *
 * @example
 * ```ts
 * import { createMessagingClient, idFrom, optionsFromEnvironment } from '@messaging-service/sdk';
 *
 * const { messages } = createMessagingClient(optionsFromEnvironment());
 * const id = idFrom('spring sale 2030', 'customer 4711');
 * await messages.sendOne({ id, to: '447700900123', from: { type: 'shared' }, body: 'The sale begins on Saturday' });
 * ```
 */
export function idFrom(namespace: string, name: string): string {
  for (const [argument, value] of Object.entries({ namespace, name }))
    if (typeof value !== 'string' || value === '')
      throw new TypeError(`idFrom: ${argument} must be a text, and not empty`);
  return v5(name, validate(namespace) ? namespace : v5(namespace, NAMESPACES));
}
