import { literal } from './literal.ts';
import type { Story } from './story.ts';

/** The webhooks option, and the function that stands for the application's server in the same process. */
export function receiverInProcess({ receiver }: Story): string {
  if (receiver === undefined) return '';
  if (Object.keys(receiver.responses).length === 0)
    return '/** Stands for the server of your application, which receives the webhooks. */\nconst receive = async () => new Response();\n\n';
  return `/** The statuses with which your server responds to the webhooks of each path, then 200. Null: no response. */
const responses: Record<string, (number | null)[]> = ${literal(receiver.responses)};

/** Stands for the server of your application, which receives the webhooks. */
const receive: typeof fetch = async (input) => {
  const status = responses[new URL(String(input)).pathname]?.shift();
  if (status === null) throw new Error('no response');
  return new Response(null, { status: status ?? 200 });
};

`;
}
