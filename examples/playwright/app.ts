import { createMessagingClient } from '@messaging-service/sdk';
import type { Express } from 'express';
import { createLoginApp } from '../otp-login/app.ts';

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

/** Makes the application of the example otp-login, with a page. */
export function createApp(baseUrl: string, accountKey: string): Express {
  const client = createMessagingClient({ baseUrl, accountKey, retry: false });
  const app = createLoginApp({ client, sender: 'DEMO', log: () => undefined });
  app.get('/', (_request, response) => void response.type('html').send(PAGE));
  return app;
}
