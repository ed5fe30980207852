/** Calls the service for the client of Orval: adds the base address and the key to the path of the operation. */
export async function callService<Response>(path: string, init?: RequestInit): Promise<Response> {
  const { MESSAGING_BASE_URL = '', MESSAGING_ACCOUNT_KEY = '' } = process.env;
  const url = new URL(MESSAGING_BASE_URL + path);
  url.searchParams.set('key', MESSAGING_ACCOUNT_KEY);
  const response = await fetch(url, init);
  return { status: response.status, data: await response.json(), headers: response.headers } as Response;
}
