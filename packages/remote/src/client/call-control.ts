import type { Control, ControlInput } from '@messaging-service/emulator/host';
import { writtenQuery } from '@messaging-service/emulator/host';
import type { ControlCalls } from './control-calls.ts';

/** Calls a control of a service over the network. */
export function callRemotely(
  calls: ControlCalls,
  { method, path }: Control,
  { id, query, body, signal }: ControlInput,
): Promise<unknown> {
  const name = `${method} ${path.replace('{id}', () => encodeURIComponent(String(id)))}`;
  return calls.call(name, { query: writtenQuery(query), json: body, signal });
}
