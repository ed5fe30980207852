/** The whole page. It reads the replies again and again, so that one that has arrived is shown without a reload. */
export const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Appointments</title>
<form id="phone-form"><label>Mobile number <input name="phone"></label><button>Send code</button></form>
<form id="code-form"><label>Code <input name="code"></label><button>Log in</button></form>
<form id="booking-form" hidden><button>Book an appointment</button></form>
<p role="status"></p>
<ul aria-label="Replies"></ul>
<script>
  const post = (path, body = {}) =>
    fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const [phoneForm, codeForm, bookingForm] = document.forms;
  const show = (text) => { document.querySelector('[role=status]').textContent = text; };
  const on = (form, act) => { form.onsubmit = (event) => { event.preventDefault(); void act(); }; };
  on(phoneForm, async () => {
    const { ok } = await post('/login/code', { phone: phoneForm.phone.value });
    show(ok ? 'We sent you a code.' : 'We could not send a code.');
  });
  on(codeForm, async () => {
    const { ok } = await post('/login', { phone: phoneForm.phone.value, code: codeForm.code.value });
    bookingForm.hidden = !ok;
    show(ok ? 'You are logged in.' : 'This code is not valid.');
  });
  on(bookingForm, async () => {
    const { ok } = await post('/appointments');
    show(ok ? 'Your appointment is booked.' : 'We could not book an appointment.');
    setInterval(showReplies, 200);
  });
  const showReplies = async () => {
    const { replies } = await (await fetch('/replies')).json();
    const list = document.querySelector('ul');
    while (list.children.length < replies.length) list.append(document.createElement('li'));
    replies.forEach((reply, index) => { list.children[index].textContent = reply; });
  };
</script>
</html>`;
