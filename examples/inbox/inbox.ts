import type { InboundMessage } from '@messaging-service/webhooks';
import { openPostgres } from './postgres-inbox.ts';
import { openSqlite } from './sqlite-inbox.ts';

/** A text that the application owes a customer. */
export interface Reply {
  /** Generated once, in the transaction. The service refuses a second message with the same identifier. */
  readonly id: string;
  readonly to: string;
  readonly body: string;
}

/** What the database contains. */
export interface Contents {
  /** How many messages of each customer were counted. */
  readonly answers: ReadonlyMap<string, number>;
  /** The number of replies that are not sent. */
  readonly unsent: number;
}

/** The tables of the application. */
export interface Inbox {
  /**
   * Handles a message in one transaction: its unique key, the state of the conversation, and the reply that the customer
   * will get. Either all of it is in the database or nothing.
   *
   * @returns Whether the message is new.
   */
  handle(message: InboundMessage): Promise<boolean>;
  /** The replies that are not sent, oldest first. */
  unsent(): Promise<readonly Reply[]>;
  /** Records that the service has queued a reply. */
  markSent(id: string): Promise<void>;
  contents(): Promise<Contents>;
  close(): Promise<void>;
}

/** Opens the database, and creates its tables if they are missing. */
export function openInbox(url: string): Promise<Inbox> {
  return url.startsWith('postgres:') ? openPostgres(url) : openSqlite(url);
}

/** The text of a reply. */
export function replyTo(answers: number): string {
  return `Thank you. We have noted ${answers} of your answers.`;
}
