import type { Request } from '../answers.ts';
import { explained, listWith } from '../json-schema.ts';
import { linesOf } from '../texts.ts';
import type { Tool } from '../tool.ts';
import { LIST_ADVICE, partOfList, partSchema, readPart, restOf, searched } from './lists.ts';
import { only, requestLine } from './objects.ts';

const REQUEST_MEMBERS = 'id at method url status errorCode summary';

/** Lists the calls of the application. */
export const listRequests: Tool = {
  name: 'list_requests',
  title: 'List calls of the application',
  description:
    'Lists the calls of the public API that the application made, oldest first, with their statuses and error codes. Use it if a message is missing. Returns id for the tool why.',
  effect: 'reads',
  input: (operations) => ({
    members: {
      ...explained(
        operations.input('listRequests', 'q'),
        searched(
          'status:4xx, status:cut (the connection was cut), code:insufficient_credits, to:447700900123, account:<name>, about:<messageUuid>, after:<instant>, before:<instant>',
        ),
      ),
      ...partOfList,
    },
  }),
  output: (operations) =>
    partSchema('requests', listWith(operations.answer('listRequests', 'requests').requests, REQUEST_MEMBERS)),
  advice: LIST_ADVICE,
  run: async ({ controls, args }) => {
    const part = await readPart<Request>(controls, 'listRequests', 'requests', args);
    const { rows, total, offset } = part;
    const text = linesOf([
      total === 0 && (args.q === undefined ? noCalls(controls.url) : NO_MATCH),
      ...rows.map(requestLine),
      restOf(part, 'calls'),
    ]);
    return { text, data: { total, offset, requests: rows.map((row) => only(row, REQUEST_MEMBERS)) } };
  },
};

const NO_MATCH = 'No call matches this search. Call list_requests without "q" to see all calls.';

function noCalls(url: string): string {
  return `The application has made no call. It must use the base URL ${url} and a key of get_environment.`;
}
