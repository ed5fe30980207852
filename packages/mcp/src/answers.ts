/** The members of responses of the control API that the texts of the tools read. */

export interface Message {
  readonly messageUuid: string;
  readonly to: string;
  readonly from: string;
  readonly body: string;
  readonly state: string;
  readonly sendAt: string | null;
  readonly receipt: { readonly code: string; readonly description: string } | null;
}

export interface Delivery {
  readonly id: string;
  readonly kind: string;
  readonly url: string;
  readonly state: string;
  readonly payload: unknown;
  readonly attempts: readonly Attempt[];
}

export interface Attempt {
  readonly at: string;
  readonly status: number | null;
  readonly error: string | null;
}

export interface Request {
  readonly id: number;
  readonly at: string;
  readonly method: string;
  readonly url: string;
  readonly status: number | null;
  readonly errorCode: string | null;
  readonly summary: string | null;
}

export interface Job {
  readonly id: string;
  readonly dueAt: string;
  readonly kind: string;
  /** In the infinitive. */
  readonly does: string;
}

interface Account {
  readonly identifier: string;
  readonly apiKey: string;
  readonly senders: readonly string[];
}

export interface Credentials {
  readonly organization: { readonly identifier: string; readonly apiKey: string };
  readonly account: Account | null;
  readonly accounts: readonly Account[];
  readonly sharedSenders: readonly string[];
}

export interface Sandbox extends Credentials {
  readonly id: string;
  readonly name: string;
  readonly controlUrl: string;
  readonly now: string;
  readonly mode: string;
}

interface Subject {
  readonly kind: string;
  readonly id: string;
  readonly text: string;
}

export interface Reason {
  readonly subject: Subject;
  readonly outcome: string;
  readonly decidedBy: { readonly text: string };
  readonly explanation?: string;
  readonly otherSide?: {
    readonly status: number | null;
    readonly error: string | null;
    readonly text: string;
  };
  readonly remedy?: { readonly text: string; readonly action?: string; readonly target?: string };
  readonly cause?: Subject;
  readonly fault?: string;
}

export interface Story {
  readonly file: string;
  readonly run: string;
  readonly text: string;
  readonly gaps: readonly string[];
}
