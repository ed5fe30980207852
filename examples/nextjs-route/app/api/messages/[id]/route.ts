import { isOwnServer } from '../../../../lib/is-own-server.ts';
import { statusOf } from '../../../../lib/message-status.ts';

/** The second argument of a route handler. */
interface Context {
  readonly params: Promise<{ readonly id: string }>;
}

/** Returns the state of a message. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  if (!isOwnServer(request)) return new Response(null, { status: 401 });
  const status = statusOf((await params).id);
  return status === undefined ? new Response(null, { status: 404 }) : Response.json({ status });
}
