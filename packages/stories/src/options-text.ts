import { literal, type WriteAppUrl } from './literal.ts';
import type { Story } from './story.ts';

/** The options of the emulator of a story, as code. With a receiver, the function `receive` gets the webhooks. */
export function optionsOf({ now, setup, receiver }: Story, appUrl?: WriteAppUrl): string {
  const { webhooks, ...others } = setup;
  const members = Object.entries({ now, ...others }).map(
    ([name, value]) => `  ${name}: ${literal(value, 2, appUrl, name)},\n`,
  );
  const own = webhooks === undefined ? '' : `, ${literal(webhooks).slice(2, -2)}`;
  const fetch = receiver === undefined ? '' : `  webhooks: { fetch: receive${own} },\n`;
  return `{\n${members.join('')}${fetch}}`;
}
