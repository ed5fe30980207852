import { Conversation, type ConversationParts } from './conversation.ts';

/** How many messages without an answer show that unknown ones have none either. */
const MOST_MISSES = 3;

/** How many kinds of messages are known, at most. */
const MOST_KINDS = 1_000;

/** Messages that begin alike are of one kind, because they differ in numbers and texts. */
const KIND_BYTES = 16;

/** Which kinds of messages a program answers. It is learned for each address, because a server also sends what has no answer. */
export class Answers {
  readonly #known = new Map<string, boolean>();
  #misses = 0;

  /** Whether an answer to a message may come. */
  has(kind: string): boolean {
    return this.#known.get(kind) ?? this.#misses < MOST_MISSES;
  }

  /** Records whether there was an answer. */
  learn(kinds: Iterable<string>, isAnswered: boolean): void {
    for (const kind of kinds) {
      if (!isAnswered && !this.#known.has(kind)) this.#misses++;
      if (isAnswered || this.#known.get(kind) !== true) this.#known.set(kind, isAnswered);
      if (this.#known.size > MOST_KINDS) this.#known.delete(this.#known.keys().next().value ?? '');
    }
  }
}

/** The kind of a message. */
export function kindOf(message: Buffer): string {
  return message.toString('latin1', 0, KIND_BYTES);
}

/**
 * A connection on which this program is not always the one that asks, such as that of a server. What was written waits for an
 * answer only if messages of its kind have one.
 */
export class LearningConversation extends Conversation {
  readonly #answers: Answers;
  readonly #open = new Set<string>();

  constructor(parts: ConversationParts, answers: Answers) {
    super(parts);
    this.#answers = answers;
  }

  override write(chunk: Buffer): Buffer {
    this.asks(kindOf(chunk));
    return chunk;
  }

  override read(chunk: Buffer): Buffer {
    this.hears();
    return chunk;
  }

  override late(): void {
    this.#answers.learn(this.#open, false);
    this.#open.clear();
    this.parts.expect(false);
  }

  /** A message was written. */
  protected asks(kind: string): void {
    if (!this.#answers.has(kind)) return;
    this.#open.add(kind);
    this.parts.expect(true);
  }

  /** A message has arrived. */
  protected hears(): void {
    this.#answers.learn(this.#open, true);
    this.#open.clear();
    this.parts.expect(false);
  }
}
