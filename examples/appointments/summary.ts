/** Figures of the demo. */
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
  /** Receipts that arrived by webhook. */
  readonly receiptWebhooks: number;
  /** The reply from its verified webhook. */
  readonly reply: {
    readonly from: number;
    readonly to: string;
    readonly message: string;
    readonly channel: string;
    readonly verified: boolean;
    readonly inReplyTo: string | null;
  };
  /** The second reminders, each for the evening before. */
  readonly scheduled: {
    /** Messages that waited, and for how many evenings. */
    readonly messages: number;
    readonly evenings: number;
    /** Credits that were held for all of them, freed when one was cancelled, and spent. */
    readonly held: number;
    readonly freed: number;
    readonly spent: number;
    /** Messages that were cancelled, and that were sent on their evening. */
    readonly cancelled: number;
    readonly sent: number;
  };
}

/** Lists the sums that do not hold; empty when all of them do. */
export function inconsistencies({
  sent,
  credits,
  delivered,
  failed,
  unresolved,
  failures,
  receiptWebhooks,
  scheduled,
}: Summary): string[] {
  const checks: [boolean, string][] = [
    [credits.before - credits.after === credits.spent, 'credits before - after = spent'],
    [sent.units === credits.spent, 'units sent = credits spent'],
    [delivered + failed + unresolved === sent.messages, 'delivered + failed + unresolved = messages'],
    [failures.reduce((sum, { messages }) => sum + messages, 0) === failed, 'failures by code = failed'],
    [receiptWebhooks === delivered + failed, 'receipt webhooks = delivered + failed'],
    [scheduled.messages === sent.messages, 'scheduled = messages'],
    [scheduled.held === sent.units, 'credits held = units'],
    [scheduled.cancelled === 1 && scheduled.freed > 0, 'one cancelled, its credits freed'],
    [scheduled.sent + scheduled.cancelled === scheduled.messages, 'sent + cancelled = scheduled'],
    [scheduled.spent + scheduled.freed === scheduled.held, 'credits spent + freed = held'],
  ];
  return checks.filter(([holds]) => !holds).map(([, rule]) => rule);
}

/** The summary as a page for the terminal. */
export function formatSummary(summary: Summary): string {
  const { sent, credits, delivered, failed, unresolved, failures, receiptWebhooks, reply, scheduled } =
    summary;
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
    ['Delivered', count(delivered), `${count(receiptWebhooks)} receipts arrived by webhook`],
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
    [
      'Scheduled',
      `${count(scheduled.messages)} messages`,
      `for ${count(scheduled.evenings)} evenings, ${count(scheduled.held)} credits held`,
    ],
    ['Cancelled', count(scheduled.cancelled), `a patient cancelled: ${count(scheduled.freed)} credits freed`],
    [
      'Sent',
      `${count(scheduled.sent)} messages`,
      `on their evenings, ${count(scheduled.spent)} credits spent`,
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
