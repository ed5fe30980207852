import type { RequestHandler } from '@sveltejs/kit';
import { webhook } from './webhook.ts';

export const POST: RequestHandler = ({ request }) => webhook(request);
export const withPlatform: RequestHandler<{ readonly tenant: string }, '/webhook/[tenant]'> = (event) =>
  webhook(event.request, event);
