import type { Request } from '../answers.ts';
import { listWith } from '../json-schema.ts';
import { linesOf } from '../texts.ts';
import type { Tool } from '../tool.ts';
import { partOfList, partSchema, readPart, restOf } from './lists.ts';
import { only, requestLine } from './objects.ts';

const REQUEST_MEMBERS = 'id at method url status errorCode summary';

/** Lists the calls of the application. */
export const listRequests: Tool = {
  name: 'list_requests',
  title: 'List calls of the application',
  description:
    'Lists the calls of the public API that the application made, oldest first, with their statuses and error codes. Use it if a message is missing. Returns id for the tool why.',
  effect: 'reads',
  input: (operations) => ({ members: { ...operations.input('listRequests', 'q'), ...partOfList } }),
  output: (operations) =>
    partSchema('requests', listWith(operations.answer('listRequests', 'requests').requests, REQUEST_MEMBERS)),
  run: async ({ controls, args }) => {
    const part = await readPart<Request>(controls, 'listRequests', 'requests', args);
    const { rows, total, offset } = part;
    const text = linesOf([
      rows.length === 0 &&
        `No call matches. The application must use the base URL ${controls.url} and a key of get_environment.`,
      ...rows.map(requestLine),
      restOf(part, 'calls'),
    ]);
    return { text, data: { total, offset, requests: rows.map((row) => only(row, REQUEST_MEMBERS)) } };
  },
};
