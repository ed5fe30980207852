import type { Control, ControlInput } from '@messaging-service/emulator/host';
import { requirePlain, writtenQuery } from '@messaging-service/emulator/host';
import type { ControlCalls } from './control-calls.ts';

/** Calls a control of a service over the network. */
export async function callRemotely(
  calls: ControlCalls,
  { method, path, invalid }: Control,
  { id, query, body, signal }: ControlInput,
): Promise<unknown> {
  requirePlain(invalid, body);
  const name = `${method} ${path.replace('{id}', () => encodeURIComponent(String(id)))}`;
  return calls.call(name, { query: writtenQuery(query), json: body, signal });
}
