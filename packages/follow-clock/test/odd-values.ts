/** Delays that are not a whole number of milliseconds between 1 and 2³¹ − 1. */
const ODD_DELAYS = [
  'undefined',
  'null',
  '0',
  '-0',
  '1',
  '-1',
  '0.5',
  '1.5',
  '1e-7',
  'NaN',
  'Infinity',
  '-Infinity',
  '2 ** 31',
  '2 ** 31 - 1',
  '2 ** 32',
  '2 ** 32 - 1',
  '2 ** 53',
  'true',
  "''",
  "' '",
  "'20'",
  "'1e3'",
  "'soon'",
  "'10ms'",
  '[]',
  '[20]',
  '[1, 2]',
  '{}',
  '() => 20',
  '{ valueOf: () => 20 }',
  "{ toString: () => '20' }",
  '{ [Symbol.toPrimitive]: (hint) => (hint === "number" ? 20 : NaN) }',
  '{ valueOf() { throw new RangeError("no delay"); } }',
  'Object.create(null)',
  'new Date(20)',
  'Object(20)',
  'Object(20n)',
  '5n',
  '0n',
  'Symbol("delay")',
];

/** Those that Node takes for one millisecond, and that need no advance. */
const NO_DELAYS = [
  'undefined',
  'null',
  '0',
  '-1',
  '0.5 - 1',
  'NaN',
  "''",
  "'soon'",
  '{}',
  '[]',
  'false',
  '1',
  'true',
];

const NO_FUNCTIONS = ['undefined', 'null', "'alert(1)'", '20', '{}', 'Symbol("callback")', '5n'];

const ODD_TIMERS = [
  'undefined',
  'null',
  'NaN',
  '-1',
  '0',
  '1.5',
  '2 ** 60',
  "''",
  "'timer'",
  '{}',
  '[]',
  'true',
  'Symbol("timer")',
  '5n',
  '() => undefined',
  '{ valueOf: () => 5 }',
  'setImmediate(() => undefined)',
];

const ODD_OPTIONS = [
  'undefined',
  'null',
  '0',
  "'ref'",
  '[]',
  '{}',
  '{ ref: undefined }',
  '{ ref: null }',
  '{ ref: 1 }',
  "{ ref: 'false' }",
  '{ ref: false }',
  '{ signal: null }',
  '{ signal: {} }',
  "{ signal: 'abort' }",
  '{ signal: new AbortController() }',
  '{ signal: AbortSignal.abort() }',
  "{ signal: AbortSignal.abort('a reason') }",
  "{ signal: AbortSignal.abort(new RangeError('a reason')) }",
  '{ signal: AbortSignal.abort(), ref: 1 }',
  '{ signal: abortSoon() }',
  "{ signal: abortSoon('a reason') }",
  '{ signal: likeSignal() }',
  '{ signal: likeSignal({ aborted: true, reason: "a reason" }) }',
];

const DATES = [
  'new Date(undefined)',
  'new Date(null)',
  'new Date(NaN)',
  'new Date("")',
  'new Date("2020-02-03")',
  'new Date("2020-02-03T04:05")',
  'new Date(" 2020 ")',
  'new Date("tomorrow")',
  'new Date(1.9)',
  'new Date(-1.9)',
  'new Date(8.64e15)',
  'new Date(8.64e15 + 1)',
  'new Date(true)',
  'new Date([])',
  'new Date([2020, 1])',
  'new Date({})',
  'new Date({ valueOf: () => 5 })',
  'new Date(new Date(5))',
  'new Date(5n)',
  'new Date(Symbol("date"))',
  'new Date(2020, 0)',
  'new Date(99, 11, 31, 23, 59, 59, 999)',
  'new Date(2020, undefined)',
  'new Date(2020, 1n)',
  'new Date(undefined, undefined)',
  'Date.UTC()',
  'Date.UTC(2020)',
  'Date.UTC(99, 1, 31)',
  'Date.UTC(2020, NaN)',
  'Date.UTC(5n)',
  'Date.parse()',
  'Date.parse("2020-02-03")',
  'Date.parse("tomorrow")',
  'Date.parse(Symbol("date"))',
  'typeof Date.now()',
  'Number.isInteger(Date.now())',
  'Number.isInteger(new Date().getTime())',
  'typeof Date()',
  'typeof Date(0)',
  'Date.length',
  'Date.name',
  'Date.now.name',
  'Date.now.length',
  'Reflect.ownKeys(Date)',
  'Object.getOwnPropertyDescriptor(globalThis, "Date")',
  'Object.getOwnPropertyDescriptor(Date, "now")',
  'Object.getOwnPropertyDescriptor(Date, "prototype")',
  'Object.getOwnPropertyDescriptor(Date.prototype, "constructor")',
  'new Date(5).constructor === Date',
  'new Date() instanceof Date',
  'Object.getPrototypeOf(new Date()) === Date.prototype',
  'Object.prototype.toString.call(new Date())',
  'new (class Later extends Date { later() { return 5; } })().later()',
  'new (class Later extends Date {})(5)',
  'new (class Later extends Date {})() instanceof Date',
  'Reflect.construct(Date, [5], Object) instanceof Date',
  'Date.prototype.getTime.call({})',
  'Date.prototype.toString.call(Date)',
  'new Date(NaN).toISOString()',
  'structuredClone(new Date(5))',
  'typeof format.format(undefined)',
  'format.format(null)',
  'format.format(0)',
  'format.format(NaN)',
  'format.format("2020")',
  'format.format(5n)',
  'format.format === format.format',
  'format.format.length',
  'format.formatToParts(null).length',
  'format.formatToParts(NaN)',
  'format.formatToParts.length',
  'Intl.DateTimeFormat.prototype.format',
  'Intl.DateTimeFormat.prototype.formatToParts.call({})',
  'format.formatRange(0)',
];

const CLOCKS = [
  'typeof performance.now()',
  'performance.now.name',
  'performance.now.length',
  'performance.now() <= performance.now()',
  'typeof performance.timeOrigin',
  'performance.timeOrigin + performance.now() > 0',
  'Object.keys(performance.toJSON())',
  'Math.abs(performance.toJSON().timeOrigin - performance.timeOrigin) < 1',
  'performance.mark()',
  'performance.mark(Symbol("mark"))',
  'performance.mark(undefined).name',
  'performance.mark("mark", null).name',
  'performance.mark("mark", 5)',
  'performance.mark("mark", { startTime: -1 })',
  'performance.mark("mark", { startTime: "5" })',
  'performance.mark("mark", { startTime: 5 }).startTime',
  'performance.mark("mark", { detail: { a: 1 } }).detail.a',
  'performance.measure()',
  'performance.measure("measure", null).name',
  'performance.measure("measure", {}).name',
  'performance.measure("measure").name',
  'performance.measure("measure", "missing")',
  'performance.measure("measure", undefined, "missing")',
  'performance.measure("measure", { start: 1, end: 2, duration: 3 })',
  'performance.measure("measure", { start: 1, end: 3 }).duration',
  'performance.measure("measure", { start: 1 }, "end")',
  'performance.measure("measure", {}, "missing")',
  'performance.measure("measure", { detail: 1 }).name',
  'performance.measure("measure", { duration: 1 }).name',
  'performance.measure("measure", { end: 5, duration: 2 }).startTime',
  'performance.measure("measure", { end: 5 }).duration',
  'performance.measure("measure", { start: -1 })',
  'performance.measure("measure", 5).startTime',
  'performance.measure("measure", []).name',
  'performance.mark("mark", []).name',
  'performance.mark("mark", () => 5)',
  'typeof process.uptime()',
  'process.uptime.name',
  'process.uptime() >= 0',
  'process.hrtime().map((part) => typeof part)',
  'process.hrtime([0, 0]).map((part) => typeof part)',
  'process.hrtime(5)',
  'process.hrtime([5])',
  'typeof process.hrtime.bigint()',
];

/** Each of these gets a timer with a delay of a minute as `timer`, which is stopped afterwards. */
const TIMER_METHODS = [
  'timer.constructor.name',
  'timer.hasRef()',
  'timer.ref() === timer',
  'timer.unref() === timer',
  'timer.unref().hasRef()',
  'timer.unref().ref().hasRef()',
  'timer.refresh() === timer',
  'timer.unref().refresh().hasRef()',
  'timer.close() === timer',
  'timer.close().close() === timer',
  'timer.close().refresh() === timer',
  'timer.close().ref() === timer',
  'timer.close().unref() === timer',
  'typeof timer[Symbol.toPrimitive]()',
  'typeof timer[Symbol.toPrimitive]("string")',
  'timer[Symbol.toPrimitive].length',
  'typeof +timer',
  'Number.isSafeInteger(+timer) && +timer > 0',
  '+timer === +timer',
  '`${timer}` === String(+timer)',
  'timer == +timer',
  'typeof timer[Symbol.dispose]',
  'timer[Symbol.dispose]()',
  'clearTimeout(timer)',
  'clearTimeout(+timer)',
  'clearTimeout(`${timer}`)',
  'clearInterval(timer)',
  'clearImmediate(timer)',
  'Object.prototype.toString.call(timer)',
  'timer.foreign = 5',
  'typeof timer.then',
];

const FUNCTIONS = [
  'setTimeout',
  'setInterval',
  'setImmediate',
  'clearTimeout',
  'clearInterval',
  'clearImmediate',
  'promises.setTimeout',
  'promises.setInterval',
  'promises.scheduler.wait',
  'AbortSignal.timeout',
];

const timers = ['setTimeout', 'setInterval'];

/** Expressions that a program can use to look at time, of which each has the same outcome in Node and in a program that follows. */
export const EXPRESSIONS: readonly string[] = [
  ...ODD_DELAYS.flatMap((delay) => [
    ...timers.map((name) => `stopped(${name}(() => undefined, ${delay}))`),
    `AbortSignal.timeout(${delay})`,
    `settled(promises.setTimeout(${delay}, 'value', { signal: abortSoon() }))`,
    `settled(promises.scheduler.wait(${delay}, { signal: abortSoon() }))`,
    `settled(promises.setInterval(${delay}, 'value', { signal: abortSoon() }).next())`,
    `settled(promisify(setTimeout)(${delay}, 'value', { signal: abortSoon() }))`,
  ]),
  ...NO_DELAYS.flatMap((delay) => [
    `new Promise((resolve) => setTimeout(resolve, ${delay}, 'value'))`,
    `new Promise((resolve) => { const timer = setInterval(() => resolve(clearInterval(timer)), ${delay}); })`,
  ]),
  ...NO_FUNCTIONS.flatMap((callback) => [
    ...[...timers, 'setImmediate'].map((name) => `${name}(${callback}, 20)`),
    `nodeTimers.setTimeout(${callback}, 20)`,
  ]),
  ...ODD_TIMERS.flatMap((timer) => [
    `clearTimeout(${timer})`,
    `clearInterval(${timer})`,
    `clearImmediate(${timer})`,
  ]),
  ...ODD_OPTIONS.flatMap((options) => [
    `settled(promises.setTimeout(1, 'value', ${options}))`,
    `settled(promises.setTimeout('20', 'value', ${options}))`,
    `settled(promises.setInterval(1, 'value', ${options}).next())`,
    `settled(promises.setImmediate('value', ${options}))`,
    `settled(promises.scheduler.wait(1, ${options}))`,
  ]),
  'setTimeout()',
  'setInterval()',
  'settled(promises.setTimeout())',
  'settled(promises.setTimeout(0, Promise.resolve("inner")))',
  'AbortSignal.timeout()',
  'new setTimeout(() => undefined, 20)',
  '(0, promises.scheduler.wait)(1)',
  'aborted(AbortSignal.timeout(0))',
  'aborted(AbortSignal.timeout(1))',
  'settled(fetch("data:,", { signal: AbortSignal.timeout(1.5) }))',
  'promisify(setTimeout) === promises.setTimeout',
  'promisify(setImmediate) === promises.setImmediate',
  'nodeTimers.setTimeout === setTimeout',
  'nodeTimers.clearInterval === clearInterval',
  'clearTimeout === clearInterval',
  'nodeTimers.promises === promises',
  ...TIMER_METHODS.flatMap((expression) =>
    timers.map((name) => `withTimer(${name}, (timer) => ${expression})`),
  ),
  ...FUNCTIONS.flatMap((name) => [`${name}.name`, `${name}.length`]),
  ...timers.map((name) => `Object.getOwnPropertyDescriptor(globalThis, '${name}')`),
  ...DATES,
  ...CLOCKS,
];

/** A program that evaluates the expressions that it reads from its input, and writes their outcomes as one line of JSON. */
export const PROGRAM = `
  import nodeTimers from 'node:timers';
  import promises from 'node:timers/promises';
  import { promisify, inspect } from 'node:util';
  import { text } from 'node:stream/consumers';
  const format = new Intl.DateTimeFormat('en', { dateStyle: 'short', timeZone: 'UTC' });
  const stopped = (timer) => (clearTimeout(timer), timer.constructor.name + ' ' + timer.hasRef());
  const settled = (promise) => Promise.resolve(promise);
  const withTimer = async (start, look) => {
    const timer = start(() => undefined, 60_000);
    const seen = look(timer);
    clearTimeout(timer);
    return seen;
  };
  const abortSoon = (...reason) => {
    const controller = new AbortController();
    process.nextTick(() => controller.abort(...reason));
    return controller.signal;
  };
  const likeSignal = (more) => Object.assign(new EventTarget(), { aborted: false, reason: undefined, ...more });
  const aborted = (signal) =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve(error(signal.reason))));
  const error = (thrown) =>
    thrown instanceof Error
      ? ['throws', thrown.constructor.name, thrown.name, thrown.code, thrown.message, thrown.cause === undefined ? '' : String(thrown.cause)].join(' | ')
      : 'throws ' + inspect(thrown);
  const described = (value) => {
    if (typeof value === 'function') return 'function ' + value.name;
    if (value?.constructor?.name === 'AbortSignal') return 'AbortSignal ' + value.aborted;
    if (value?.constructor?.name === 'Timeout') return 'Timeout';
    return inspect(value, { depth: 2 });
  };
  const evaluate = (expression) => eval('(' + expression + ')');
  const outcomes = {};
  for (const expression of JSON.parse(await text(process.stdin))) {
    try {
      outcomes[expression] = described(await evaluate(expression));
    } catch (thrown) {
      outcomes[expression] = error(thrown);
    }
  }
  console.log(JSON.stringify(outcomes));
  process.exit();
`;
