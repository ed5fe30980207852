/** What is known of the message to one recipient. `id` is the identifier from `messageFor`. */
export type MessageEvent =
  | { readonly type: 'queued'; readonly id: string }
  | { readonly type: 'delivered'; readonly id: string; readonly code: string; readonly description: string }
  | { readonly type: 'failed'; readonly id: string; readonly code: string; readonly description: string };

/** What a phone wrote: STOP, or START after it. */
export interface OptOutEvent {
  readonly type: 'stopped' | 'started';
  readonly phone: string;
  /** When the service received the text, as in its webhook. */
  readonly at: string;
}

/** One thing that happened during a campaign. Recording it twice changes nothing. */
export type CampaignEvent = MessageEvent | OptOutEvent;

/** The state of the message to a recipient. `waiting`: queued, and the receipt has not come yet. */
export type Outcome =
  | { readonly state: 'not queued' | 'waiting' }
  | { readonly state: 'delivered' | 'failed'; readonly code: string; readonly description: string };

/** Everything that happened so far. The order in which events are added does not matter. */
export class Outcomes {
  readonly #messages = new Map<string, Outcome>();
  readonly #optOuts = new Map<string, OptOutEvent>();

  add(event: CampaignEvent): void {
    switch (event.type) {
      case 'queued':
        // A receipt can arrive before the response of the send is recorded.
        if (!this.#messages.has(event.id)) this.#messages.set(event.id, { state: 'waiting' });
        break;
      case 'delivered':
      case 'failed':
        this.#messages.set(event.id, {
          state: event.type,
          code: event.code,
          description: event.description,
        });
        break;
      default: {
        const latest = this.#optOuts.get(event.phone);
        if (latest === undefined || isLater(event, latest)) this.#optOuts.set(event.phone, event);
      }
    }
  }

  /** Number of messages that the service has queued. */
  get queued(): number {
    return this.#messages.size;
  }

  isQueued(id: string): boolean {
    return this.#messages.has(id);
  }

  of(id: string): Outcome {
    return this.#messages.get(id) ?? { state: 'not queued' };
  }

  /** Whether the latest word of a phone was STOP. */
  hasStopped(phone: string): boolean {
    return this.#optOuts.get(phone)?.type === 'stopped';
  }
}

/** If both came in the same millisecond, STOP counts: a text too few does less harm than a text too many. */
function isLater(event: OptOutEvent, latest: OptOutEvent): boolean {
  return event.at > latest.at || (event.at === latest.at && event.type === 'stopped');
}
