/** A month of virtual time over 100,000 accounts with schedules, daily and monthly. */
import type { AccountOptions } from '@messaging-service/emulator';
import { createEmulator } from '@messaging-service/emulator';
import { timed } from '../../measure/cpu.ts';
import { type Row, reportEach } from '../../measure/report.ts';
import { digits } from '../../measure/statistics.ts';
import { START } from '../emulated.ts';

const FEW = 10_000;
const MANY = 100_000;
const AIM_MINUTES = 5;

interface Plan {
  readonly name: string;
  /** The schedule of each account. They are distributed over the minutes of the day and the days of the month. */
  readonly schedule: (index: number) => string;
}

const PLANS: readonly Plan[] = [
  { name: 'daily', schedule: (index) => `${index % 60} ${Math.floor(index / 60) % 24} * * *` },
  {
    name: 'monthly',
    schedule: (index) => `${index % 60} ${Math.floor(index / 60) % 24} ${1 + (index % 28)} * *`,
  },
];

function accountsOf({ schedule }: Plan, count: number): AccountOptions[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `Account ${index}`,
    credits: 100,
    packaged_credits: { schedule_refill_amount: 50, schedule_refill: true },
    paid_credits: { schedule_reset_to_zero: true },
    schedule: schedule(index),
  }));
}

async function month(plan: Plan, count: number) {
  const accounts = accountsOf(plan, count);
  let emulator = createEmulator();
  const founded = await timed(() => {
    emulator = createEmulator({ now: START, accounts });
  });
  let ran = 0;
  const passed = await timed(async () => {
    ran = (await emulator.clock.advance('31d')).ran;
  });
  emulator.close();
  return {
    founded: founded.cpuMicros,
    passed: passed.cpuMicros,
    wallMs: founded.wallMs + passed.wallMs,
    ran,
  };
}

async function measure(plan: Plan): Promise<Row> {
  const few = await month(plan, FEW);
  const many = await month(plan, MANY);
  const ratio = many.passed / many.ran / (few.passed / few.ran);
  const foundingRatio = many.founded / MANY / (few.founded / FEW);
  const seconds = many.wallMs / 1000;
  return {
    work: `100,000 accounts with ${plan.name} schedules, 31 days`,
    aim: `no scan of all accounts per tick; ≤ ${AIM_MINUTES} minutes`,
    measured: `${digits(seconds)} s (${digits(many.founded / 1e6)} s to create them, ${digits(foundingRatio)}× as long for each as with 10,000; ${digits(many.ran)} runs of ${digits(many.passed / many.ran)} µs: ${digits(ratio)}× those of 10,000 accounts)`,
    met: seconds <= AIM_MINUTES * 60 && ratio <= 2 && foundingRatio <= 2,
  };
}

await reportEach(PLANS, measure);
