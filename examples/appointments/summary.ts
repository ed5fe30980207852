/** What the demo has done, in numbers that add up. */
export interface Summary {
  /** Messages sent, and the units they took together. */
  readonly sent: { readonly messages: number; readonly units: number; readonly seconds: number };
  /** The account's balance before and after, and what was spent in between. */
  readonly credits: { readonly before: number; readonly after: number; readonly spent: number };
  readonly delivered: number;
  readonly failed: number;
  /** Neither delivered nor failed: the network never reports on some handsets. */
  readonly unresolved: number;
  /** Failed messages by receipt code. */
  readonly failures: readonly {
    readonly code: string;
    readonly description: string;
    readonly messages: number;
  }[];
  /** Receipts that came by webhook. */
  readonly receiptWebhooks: number;
  /** The reply, as its verified webhook told it. */
  readonly reply: {
    readonly from: number;
    readonly to: string;
    readonly message: string;
    readonly channel: string;
    readonly verified: boolean;
    readonly inReplyTo: string | null;
  };
}

/** What does not add up, in words; empty when everything does. */
export function inconsistencies({
  sent,
  credits,
  delivered,
  failed,
  unresolved,
  failures,
  receiptWebhooks,
}: Summary): string[] {
  const checks: [boolean, string][] = [
    [credits.before - credits.after === credits.spent, 'credits before - after = spent'],
    [sent.units === credits.spent, 'units sent = credits spent'],
    [delivered + failed + unresolved === sent.messages, 'delivered + failed + unresolved = messages'],
    [failures.reduce((sum, { messages }) => sum + messages, 0) === failed, 'failures by code = failed'],
    [receiptWebhooks === delivered + failed, 'receipt webhooks = delivered + failed'],
  ];
  return checks.filter(([holds]) => !holds).map(([, rule]) => rule);
}

/** The summary as a page for the terminal. */
export function formatSummary(summary: Summary): string {
  const { sent, credits, delivered, failed, unresolved, failures, receiptWebhooks, reply } = summary;
  const rows: [string, string, string][] = [
    [
      'Sent',
      `${count(sent.messages)} messages`,
      `${count(sent.units)} units in ${sent.seconds.toFixed(2)} s`,
    ],
    [
      'Credits',
      `${count(credits.before)} → ${count(credits.after)}`,
      `${count(credits.spent)} spent, one for each unit`,
    ],
    ['Delivered', count(delivered), `${count(receiptWebhooks)} receipts came by webhook`],
    ['Failed', count(failed), ''],
    ...failures.map(({ code, description, messages }): [string, string, string] => [
      '',
      `${count(messages)} × code ${code}`,
      description,
    ]),
    ['Unresolved', count(unresolved), 'no receipt: neither delivered nor failed'],
    [
      'Reply',
      `“${reply.message}”`,
      `from +${reply.from} over ${reply.channel}, signature ${reply.verified ? 'verified' : 'NOT verified'}`,
    ],
  ];
  const width = Math.max(...rows.map(([, value]) => value.length));
  return rows
    .map(([label, value, note]) => `  ${label.padEnd(11)} ${value.padEnd(width)}   ${note}`.trimEnd())
    .join('\n');
}

function count(value: number): string {
  return value.toLocaleString('en-GB');
}
