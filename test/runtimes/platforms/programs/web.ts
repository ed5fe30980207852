import { webhook } from './webhook.ts';

// Next.js, Remix, Astro, Bun, Deno and service workers declare handlers of this form.
export const route: (
  request: Request,
  context: { params: Promise<{ tenant: string }> },
) => Promise<Response> = webhook;
export const plain: (request: Request) => Response | Promise<Response> = webhook;
export const unknowing: (request: Request) => Promise<Response | undefined> | Response | undefined = webhook;
export const action = ({ request }: { readonly request: Request }) => webhook(request);
export const shorthand = { fetch: webhook } satisfies {
  fetch(request: Request): Promise<Response> | Response;
};
