import type { Control } from '../controls/control.ts';
import { after, type CallControl, writtenQuery } from '../controls/controls.ts';
import { type ServerInfo, StatusResponse } from '../controls/endpoint.ts';
import { checkInput } from '../runtime/options/input-check.ts';
import type { Service } from '../service/service.ts';

/** What identifies a server. A method of an emulator returns nothing of it. */
const NO_SERVER: ServerInfo = { instance: '', version: '', startedAt: '', problem: () => undefined };

/** Calls the controls of a service in this process. Invalid arguments are the programmer's mistake: a `TypeError`. */
export function callInProcess(service: Service): CallControl {
  return (control, { query, body, native, signal, ...input }) => {
    const answered = control.run({
      service,
      server: NO_SERVER,
      // JavaScript callers can pass anything, such as the UUID of a send that they did not await.
      id: 'id' in input ? String(input.id) : '',
      query: checkInput(control.invalid, control.query, writtenQuery(query)),
      body: bodyOf(control, body),
      native,
      signal,
    });
    return after(answered, (answer) => {
      const value: unknown = answer instanceof StatusResponse ? answer.body : answer;
      // A document such as a snapshot contains parts of the state.
      return control.answer === 'free' ? structuredClone(value) : value;
    });
  };
}

function bodyOf({ body: schema, invalid }: Control, body: unknown): unknown {
  if (schema === null) return undefined;
  return schema === 'free' ? body : checkInput(invalid, schema, body === undefined ? {} : body);
}
