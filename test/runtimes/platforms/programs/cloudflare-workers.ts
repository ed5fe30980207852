import { webhook } from './webhook.ts';

interface Env {
  readonly SECRET: string;
}

export const shorthand: ExportedHandler<Env> = { fetch: webhook };
export const satisfied = { fetch: webhook } satisfies ExportedHandler;
export const passed: ExportedHandler<Env> = {
  fetch: (request, _env, context) => webhook(request, context),
};
export const awaited: ExportedHandler<Env> = {
  async fetch(request, env, context) {
    return new URL(request.url).pathname === '/webhook'
      ? await webhook(request, env, context)
      : new Response(null, { status: 404 });
  },
};
export const onRequestPost: PagesFunction<Env> = (context) => webhook(context.request, context);
