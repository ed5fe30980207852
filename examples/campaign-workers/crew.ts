import type { WorkerProcess } from './worker-processes.ts';

/** Worker processes, each of which is replaced when it is killed, as a supervisor does it. */
export interface Crew {
  /** Resolves when the present processes are ready for jobs. */
  readonly ready: Promise<unknown>;
  /** How often the process of each place was killed. */
  readonly kills: readonly number[];
  /** Resolves when all processes have ended, and none is replaced. */
  readonly ended: Promise<unknown>;
  /** Kills the process of a place. Returns false if it is already dead. */
  kill(place: number): boolean;
  /** Kills the process that has started a job. Returns false if there is none. */
  killWorkerOf(job: string): boolean;
  /** Sends a signal to all processes. They are not replaced. */
  stop(signal: NodeJS.Signals): void;
}

/**
 * Starts a crew.
 *
 * @param places - The number of processes at the same time.
 * @param start - Starts the process of a place.
 */
export function startCrew(places: number, start: (place: number) => WorkerProcess): Crew {
  const workers = Array.from({ length: places }, (_, place) => start(place));
  const kills = workers.map(() => 0);
  const dead = new Set<WorkerProcess>();
  let isStopped = false;

  const keepRunning = async (place: number) => {
    for (;;) {
      const worker = workers[place] as WorkerProcess;
      const how = await worker.ended;
      dead.add(worker);
      if (isStopped || how !== 'SIGKILL') return;
      workers[place] = start(place);
    }
  };
  const kill = (place: number) => {
    const worker = workers[place];
    if (worker === undefined || dead.has(worker)) return false;
    dead.add(worker);
    kills[place] = (kills[place] ?? 0) + 1;
    worker.kill('SIGKILL');
    return true;
  };
  return {
    // Only for those who ask: a worker that is killed before it is ready would otherwise be an unhandled rejection.
    get ready() {
      return Promise.all(workers.map(({ ready }) => ready));
    },
    kills,
    ended: Promise.all(workers.map((_, place) => keepRunning(place))),
    kill,
    killWorkerOf: (job) => kill(workers.findIndex((worker) => !dead.has(worker) && worker.begun.has(job))),
    stop(signal) {
      isStopped = true;
      for (const worker of workers) worker.kill(signal);
    },
  };
}
