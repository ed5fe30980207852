import { randomInt } from 'node:crypto';
import type { AccountClient } from '@messaging-service/sdk';
import express, { type Express } from 'express';

const PAGE = `<!doctype html>
<html lang="en">
<title>Log in</title>
<form id="phone-form"><label>Mobile number <input name="phone"></label><button>Send code</button></form>
<form id="code-form"><label>Code <input name="code"></label><button>Log in</button></form>
<p role="status"></p>
<script>
  const post = (path, body) =>
    fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const [phoneForm, codeForm] = document.forms;
  const say = (text) => { document.querySelector('[role=status]').textContent = text; };
  phoneForm.onsubmit = async (event) => {
    event.preventDefault();
    const response = await post('/login/code', { phone: phoneForm.phone.value });
    say(response.ok ? 'We sent you a code.' : 'We could not send a code. Try again later.');
  };
  codeForm.onsubmit = async (event) => {
    event.preventDefault();
    const response = await post('/login', { phone: phoneForm.phone.value, code: codeForm.code.value });
    say(response.ok ? 'You are logged in.' : 'This code is not valid.');
  };
</script>
</html>`;

/** Body of the requests of the page. */
interface LoginRequest {
  readonly phone: string;
  readonly code?: string;
}

/**
 * Creates the application: a page, `POST /login/code` and `POST /login`. A real login also limits how often a code can be
 * requested and guessed, as the example otp-login does.
 */
export function createApp({ messages }: AccountClient): Express {
  const codes = new Map<string, string>();
  const app = express();
  app.use(express.json({ limit: '1kb' }));
  app.get('/', (_request, response) => void response.type('html').send(PAGE));
  app.post('/login/code', async (request, response) => {
    const { phone } = request.body as LoginRequest;
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    try {
      const from = { type: 'custom', value: 'DEMO' } as const;
      await messages.sendOne({ to: phone, from, body: `${code} is your code to log in.` });
      codes.set(phone, code);
      response.sendStatus(202);
    } catch {
      response.sendStatus(503);
    }
  });
  app.post('/login', (request, response) => {
    const { phone, code } = request.body as LoginRequest;
    const isValid = code !== undefined && codes.get(phone) === code;
    if (isValid) codes.delete(phone);
    response.sendStatus(isValid ? 200 : 401);
  });
  return app;
}
