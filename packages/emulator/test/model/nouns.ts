import type { Ending } from './network.ts';

/** An account, as plain numbers. */
export interface ModelAccount {
  readonly index: number;
  readonly uuid: string;
  readonly key: string;
  readonly organization: ModelOrganization;
  /** Its custom sender ID, unless that was in the pool of shared ones when the account was created. */
  readonly sender: string;
  ownsSender: boolean;
  paid: number;
  packaged: number;
  allowNegative: boolean;
  limit: number | null;
  reset: boolean;
  refill: boolean;
  refillAmount: number;
  schedule: string | null;
  hook: string;
  deleted: boolean;
  /** An edit has raised the floor above its paid credits; nothing else may leave them there. */
  belowFloor: boolean;
}

export interface ModelOrganization {
  readonly key: string;
  readonly usesCredits: boolean;
  credits: number | null;
}

export interface ModelMessage {
  readonly uuid: string;
  readonly to: string;
  /** Undefined until it was handed over, or found that it cannot be. */
  ending: Ending | undefined;
  /** Its place among all messages the carrier took; 0 for none. */
  sent: number;
}

export interface ModelBatch {
  readonly uuid: string;
  readonly account: ModelAccount;
  readonly from: string;
  readonly units: number;
  readonly channels: readonly string[];
  readonly callback: boolean;
  readonly sendAt: number | undefined;
  readonly messages: readonly ModelMessage[];
  /** The identifier that the caller chose, if any, as `message …` or `batch …`. */
  readonly chosenId: string | undefined;
  state: 'pending' | 'sent' | 'cancelled';
}

/** Credits for all messages of a batch. */
export function costOf({ units, messages }: Pick<ModelBatch, 'units' | 'messages'>): number {
  return units * messages.length;
}

/** The least that paid credits may be. */
export function floorOf({ allowNegative, limit }: ModelAccount): number {
  if (!allowNegative) return 0;
  return limit === null ? -Infinity : -Math.abs(limit);
}

/** Takes credits, packaged ones first. */
export function charge(account: ModelAccount, credits: number): void {
  const packaged = Math.min(credits, account.packaged);
  account.packaged -= packaged;
  account.paid -= credits - packaged;
}

/** Whether the account owns the sender ID that is called after the account with an index. */
export function ownsSender(account: ModelAccount, index: number): boolean {
  return account.ownsSender && account.index === index;
}
