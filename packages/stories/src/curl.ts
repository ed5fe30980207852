import { shellWord } from '@messaging-service/text';
import { gapComments, inOneLine } from './gaps.ts';
import { shortDuration } from './javascript.ts';
import { jsonWord } from './json-word.ts';
import type { Failure, Step, Story } from './story.ts';

/** A story as a script for a POSIX shell with curl and Node. It plays in a sandbox of a running emulator, with its own keys. */
export function curlProgram(story: Story): string {
  const { name, now, setup, receiver, steps } = story;
  const lines = steps.map(commandOf);
  return `#!/bin/sh
# ${inOneLine(name)}
${gapComments(story, '#')}#
# Needs curl, Node and a running emulator (npx messaging-emulator), in which it makes a sandbox of its own.
# MESSAGING_EMULATOR_URL is the address of the emulator, MESSAGING_EMULATOR_TOKEN its control token, if it has one.
set -eu

url=\${MESSAGING_EMULATOR_URL:-http://127.0.0.1:4010}
folder=$(mktemp -d)
sandbox=''
receiver=''
${FUNCTIONS}
${receiver === undefined ? '' : `${receiverOf(receiver.responses)}\n`}
control POST /sandboxes ${jsonWord({ clock: 'virtual', now, ...setup })} > "$folder/sandbox"
sandbox=/sandboxes/$(member id "$folder/sandbox")

# Your application makes the calls of "api". Call your own code instead, where it sends.
${lines.join('\n')}

echo 'The story is as expected.'
`;
}

const FUNCTIONS = `
# Calls the control API: method, path, body. Prints the response.
control() {
  printf '%s' "\${3:-}" | curl --silent --show-error --fail-with-body --request "$1" \\
    --header "authorization: Bearer \${MESSAGING_EMULATOR_TOKEN:-none}" --data-binary @- "$url/_emulator$sandbox$2"
}

# Calls the API: status that is expected, code that is expected or -, key, method, path, body.
api() {
  key=$3
  case $key in organization* | account*) key=$(member "$key.apiKey" "$folder/sandbox") ;; esac
  case $5 in *'?'*) target="$5&key=$key" ;; *) target="$5?key=$key" ;; esac
  : > "$folder/response"
  status=$(printf '%s' "$6" | curl --silent --output "$folder/response" --write-out '%{http_code}' --request "$4" \\
    --header 'content-type: application/json' --data-binary @- "$url$target") || status=$status
  code=-
  if [ "$2" != - ]; then code=$(member error.code "$folder/response"); fi
  if [ "$status $code" != "$1 $2" ]; then
    echo "$4 $5: expected $1 $2, got $status $code: $(cat "$folder/response")" >&2
    exit 1
  fi
}

# Prints a member of a JSON file: path of the member, file.
member() {
  node --eval '
    const value = JSON.parse(require("node:fs").readFileSync(process.argv[2], "utf8"));
    console.log(process.argv[1].split(".").reduce((object, name) => object?.[name], value) ?? "");
  ' "$1" "$2"
}

# Compares a list, or an entry of it, with what is expected: list, index or all, members that are expected.
check() {
  control GET "/$1?limit=1000" > "$folder/list"
  printf '%s' "$3" > "$folder/expected"
  node --eval '
    const [index, ...files] = process.argv.slice(1);
    const [{ messages, deliveries }, like] = files.map((file) =>
      JSON.parse(require("node:fs").readFileSync(file, "utf8")),
    );
    const list = messages ?? deliveries;
    const members = (value, like) => {
      if (typeof value !== "object" || value === null || typeof like !== "object" || like === null) return value;
      if (Array.isArray(value)) return value.map((entry, at) => members(entry, like[at]));
      return Object.fromEntries(Object.keys(like).map((name) => [name, members(value[name], like[name])]));
    };
    require("node:assert/strict").deepEqual(members(index === "all" ? list : list[index], like), like);
  ' "$2" "$folder/list" "$folder/expected"
}

# Prints a member of an entry of a list: list, index, member.
entry() {
  control GET "/$1?limit=1000" > "$folder/list"
  case $1 in webhooks) member "deliveries.$2.$3" "$folder/list" ;; *) member "$1.$2.$3" "$folder/list" ;; esac
}

finish() {
  if [ -n "$sandbox" ]; then control DELETE '' > /dev/null || true; fi
  if [ -n "$receiver" ]; then kill "$receiver" || true; fi
  rm -r "$folder"
}
trap finish EXIT
`;

/** A server that stands for the application. */
function receiverOf(responses: Readonly<Record<string, readonly (number | null)[]>>): string {
  return `# Stands for the server of your application: it responds to the webhooks of each path with these statuses, then with 200.
node --eval '
  const responses = JSON.parse(process.argv[1]);
  const server = require("node:http").createServer((request, response) => {
    const status = responses[request.url]?.shift();
    if (status === null) request.socket.destroy();
    else response.writeHead(status ?? 200).end();
  });
  server.listen(0, "127.0.0.1", () => console.log(server.address().port));
' ${shellWord(JSON.stringify(responses))} > "$folder/port" &
receiver=$!
until [ -s "$folder/port" ]; do sleep 0.1; done
app=http://127.0.0.1:$(cat "$folder/port")`;
}

function commandOf(step: Step): string {
  switch (step.kind) {
    case 'send': {
      const path = step.operation === 'messages.send' ? '/message' : '/batch';
      return api(step.failure, keyOf(step.account), 'POST', path + queryOf(step.query), jsonWord(step.body));
    }
    case 'request':
      return api(step.failure, keyOf(step.account), step.method, step.path, shellWord(step.body));
    case 'cancel':
      return `batch=$(entry messages ${step.message} batchUuid)\napi 200 - ${keyOf(step.account)} DELETE "/batch/$batch" ''`;
    case 'top-up':
      return `account=$(member accounts.${step.account}.identifier "$folder/sandbox")\napi 200 - organization PATCH /topup "{\\"accountUuid\\":\\"$account\\",\\"topup\\":${step.credits}}"`;
    case 'move':
      return quiet('/clock/advance', moveBody(step));
    case 'settle':
      return quiet('/settle', {});
    case 'reply': {
      const { kind: _, ...body } = step;
      return quiet('/inbound', body);
    }
    case 'outcome': {
      const { code, description, delivered } = step;
      const path = `"/messages/$(entry messages ${step.message} messageUuid)/${delivered ? 'deliver' : 'fail'}"`;
      return `control POST ${path} ${jsonWord({ code, description })} > /dev/null`;
    }
    case 'resend':
      return `control POST "/webhooks/$(entry webhooks ${step.webhook} id)/resend" '{}' > /dev/null`;
    case 'carrier':
      return `control PUT /carrier ${jsonWord({ rules: step.rules })} > /dev/null`;
    case 'fault':
      return quiet('/faults', step.fault);
    case 'check':
      return `check ${step.list} ${step.index ?? 'all'} ${jsonWord(step.expected)}`;
  }
}

function keyOf(account: number | null): string {
  return account === null ? 'unknown' : `accounts.${account}`;
}

function queryOf(query: Readonly<Record<string, boolean>> = {}): string {
  const flags = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return flags.length === 0 ? '' : `?${flags.join('&')}`;
}

function api(failure: Failure | undefined, key: string, method: string, path: string, body: string): string {
  // Curl reports no response as 000.
  const status = failure === undefined ? 200 : (failure.status ?? '000');
  return `api ${status} ${failure?.code ?? '-'} ${key} ${method} ${shellWord(path)} ${body}`;
}

function quiet(path: string, body: unknown): string {
  return `control POST ${path} ${jsonWord(body)} > /dev/null`;
}

function moveBody({ to, by }: Extract<Step, { kind: 'move' }>): unknown {
  const duration = shortDuration(by);
  return duration === undefined ? { to } : { by: duration };
}
