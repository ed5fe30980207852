/** An application whose effects must be the same in each run. */
export interface Application {
  readonly name: string;
  /** The programs, each in a process of its own: files of `applications/`, with arguments. */
  readonly programs: readonly string[];
  /** Other programs, which keep the machine's time. They start first. */
  readonly peers?: readonly string[];
  /** The databases that it needs. */
  readonly needs: readonly Need[];
  /** Everything that an advance by 25 hours causes, in order, such as `+00:05 attempt 1` after five minutes. */
  readonly effects: readonly string[];
  /** Whether several programs or threads run jobs, so that two jobs of one instant can run in either order. */
  readonly isRace?: boolean;
}

/** What an application needs beside its packages: a database, or a build. */
export type Need = 'redis' | 'postgres' | 'next';

const HOURS = Array.from({ length: 25 }, (_, index) => `${after(index + 1)} hour`);

/** `+01:00` for one hour, and a rest such as `:00.001`. */
function after(hours: number, rest = ''): string {
  return `+${String(hours).padStart(2, '0')}:00${rest}`;
}

/** A reminder after a day, a job at each hour, and a job that succeeds at its third attempt. */
function daily(attempts: readonly [string, string, string]): string[] {
  return [
    ...attempts.map((time, index) => `${time} attempt ${index + 1}`),
    ...HOURS.slice(0, 24),
    '+24:00 sent reminder',
    ...HOURS.slice(24),
  ];
}

function aMillisecondLater(effects: readonly string[]): string[] {
  return effects.map((effect) => effect.replace(' ', ':00.001 '));
}

/** The same jobs in the order in which they were added, of which a worker runs one at a time. */
function queued(effects: readonly string[]): string[] {
  const hour = '+24:00 hour';
  return effects.flatMap((line) =>
    line === hour ? [] : line === '+24:00 sent reminder' ? [line, hour] : [line],
  );
}

const EVERY_TEN_MINUTES = daily(['+00:05', '+00:15', '+00:25']);
const BACKING_OFF = daily(['+00:05', '+00:15', '+00:35']);

/** A writer that writes each hour, and a reader that has a timer of ten minutes for what it has read. */
function wakes(channel: string, needs: readonly Need[]): Application {
  const effects = HOURS.flatMap((_, index) => {
    const hour = after(index + 1);
    return [
      `${hour} wrote ${index + 1}`,
      `${hour} read ${index + 1}`,
      `${hour.slice(0, -2)}10 confirmed ${index + 1}`,
    ];
  });
  return {
    name: `a write that wakes a reader in another process: ${channel}`,
    programs: [`wake.mjs ${channel} writer`, `wake.mjs ${channel} reader`],
    needs,
    effects: effects.slice(0, -1),
  };
}

/** An application that supervises its connection to a program that keeps the machine's time. */
function supervision(protocol: string, role: 'server' | 'client', state = '1 connected'): Application {
  const peer = role === 'server' ? 'client' : 'server';
  return {
    name: `supervision of a living peer: ${protocol}, the application is the ${role}`,
    programs: [`supervision.mjs ${protocol} ${role}`],
    peers: [`supervision.mjs ${protocol} peer-${peer}`],
    needs: [],
    effects: HOURS.map((hour) => hour.replace('hour', state)),
  };
}

export const applications: readonly Application[] = [
  { name: 'croner', programs: ['croner.mjs'], needs: [], effects: BACKING_OFF },
  { name: 'node-cron', programs: ['node-cron.mjs'], needs: [], effects: BACKING_OFF },
  { name: 'node-schedule', programs: ['node-schedule.mjs'], needs: [], effects: BACKING_OFF },
  { name: 'NestJS: @nestjs/schedule', programs: ['nest.mjs'], needs: [], effects: EVERY_TEN_MINUTES },
  {
    name: 'Next.js: a route with timers',
    programs: ['next.mjs'],
    needs: ['next'],
    effects: EVERY_TEN_MINUTES,
  },
  {
    name: 'vite: a development server, before the first advance and while time moves',
    programs: ['vite.mjs'],
    needs: [],
    effects: [
      '+00:00 page true',
      '+00:00 module true',
      ...HOURS.map((hour) => hour.replace('hour', 'page true')),
    ],
  },
  { name: 'Jest: a test file in a worker', programs: ['jest.mjs'], needs: [], effects: EVERY_TEN_MINUTES },
  { name: 'Bree', programs: ['bree.mjs'], needs: [], effects: EVERY_TEN_MINUTES, isRace: true },
  {
    name: 'Piscina: tasks in threads of a pool',
    programs: ['piscina.mjs'],
    needs: [],
    effects: EVERY_TEN_MINUTES,
    isRace: true,
  },
  {
    name: 'a poll every minute, in Redis',
    programs: ['polling.mjs 60000'],
    needs: ['redis'],
    effects: EVERY_TEN_MINUTES,
  },
  {
    name: 'a poll every second, in Redis',
    programs: ['polling.mjs 1000'],
    needs: ['redis'],
    effects: EVERY_TEN_MINUTES,
  },
  { name: 'an idle worker of BullMQ', programs: ['bullmq.mjs worker'], needs: ['redis'], effects: [] },
  { name: 'Agenda', programs: ['agenda.mjs'], needs: ['redis'], effects: EVERY_TEN_MINUTES },
  { name: 'BullMQ', programs: ['bullmq.mjs'], needs: ['redis'], effects: queued(BACKING_OFF) },
  {
    name: 'BullMQ: two workers',
    programs: ['bullmq.mjs few-timers', 'bullmq.mjs worker few-timers'],
    needs: ['redis'],
    effects: queued(BACKING_OFF),
    isRace: true,
  },
  {
    name: 'BullMQ: a long job, and workers that look for lost ones',
    programs: ['bullmq-stalled.mjs'],
    needs: ['redis'],
    effects: ['+00:01 began', '+01:01 ended'],
  },
  {
    name: 'BullMQ: a flow',
    programs: ['bullmq-flow.mjs'],
    needs: ['redis'],
    effects: ['+01:30 parcel 1', '+24:00 parcel 2', '+24:00 order complete'],
  },
  {
    name: 'Bull',
    programs: ['bull.mjs'],
    needs: ['redis'],
    // It adds the number of a job to its time, as a fraction of a millisecond, and so takes it a millisecond later.
    effects: [
      '+00:05:00.001 attempt 1',
      '+00:15:00.002 attempt 2',
      '+00:25:00.003 attempt 3',
      ...aMillisecondLater(HOURS.slice(0, 23)),
      '+24:00:00.001 sent reminder',
      '+24:00:00.001 hour',
    ],
  },
  {
    name: 'pg-boss, with now() of the application',
    programs: ['pg-boss.mjs'],
    needs: ['postgres'],
    // It looks for due schedules every 45 seconds, and for their jobs every minute.
    effects: [
      '+00:02 hour',
      '+00:05 attempt 1',
      '+00:15 attempt 2',
      '+00:25 attempt 3',
      ...HOURS.slice(0, 23).map((effect) => effect.replace(':00', ':01')),
      '+24:00 sent reminder',
      '+24:01 hour',
    ],
  },
  {
    name: 'Graphile Worker, with now() of the application',
    programs: ['graphile-worker.mjs'],
    needs: ['postgres'],
    // It plans the job of an hour for one millisecond later, and polls for its retries once a minute.
    effects: [
      '+00:00 hour',
      '+00:05 attempt 1',
      '+00:06 attempt 2',
      '+00:07 attempt 3',
      ...aMillisecondLater(HOURS.slice(0, 23)),
      '+24:00:00.001 sent reminder',
      '+24:00:00.001 hour',
    ],
  },
  wakes('listen', ['postgres']),
  wakes('websocket', []),
  supervision('ws', 'server'),
  supervision('ws', 'client'),
  supervision('ws-messages', 'server'),
  supervision('socket.io', 'server'),
  supervision('socket.io', 'client'),
  supervision('tcp', 'server'),
  supervision('tcp', 'client'),
  supervision('http2', 'client'),
  supervision('grpc', 'client', 'hello back'),
];
