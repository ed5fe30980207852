import type { Control, ControlInput } from '../control-api/control.ts';
import { writtenQuery } from '../control-api/controls.ts';
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
