import type { Respond } from '../../packages/test-support/src/receiver.ts';

/** Responds with the status that the path names, such as `/503`. So both services get the same response to a webhook. */
export const respondByPath: Respond = (response, { path }) => {
  const status = Number(path.split('/')[1]);
  response.writeHead(status >= 200 ? status : 200).end(`status ${status}`);
};
