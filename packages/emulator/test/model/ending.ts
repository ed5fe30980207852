import assert from 'node:assert/strict';
import type { Snapshot } from '@messaging-service/emulator/core';
import { apply, emptyState, writeState } from '@messaging-service/emulator/core';
import type { JournalEntry } from '@messaging-service/emulator/host';
import { assertSameLines } from './same-lines.ts';
import { type Call, World } from './world.ts';

/**
 * The conditions at the end of a run: its journal gives its state, the same calls give the same journal, and so does a
 * run that was interrupted by a snapshot.
 *
 * @param world - The world of the run.
 * @param cut - In which call it is interrupted, counted back from the last.
 */
export async function checkEnding(world: World, cut: number): Promise<void> {
  const journal = world.emulator.journal();
  world.history.hear(journal, world.now);
  assertSameLines(historyOf(world), world.history.written, 'history was changed afterwards');
  checkReplay(world, journal);
  const place = Math.max(0, world.calls.length - 1 - cut);
  const { same, snapshot, receiverUp } = await repeatWithSnapshot(world, place);
  assertSameLines(historyOf(same), world.history.written, 'the same calls, another history');
  const restored = await goOn(snapshot, receiverUp, world.calls.slice(place + 1));
  const future = world.history.written.slice(snapshot.seq);
  assertSameLines(historyOf(restored), future, `another future after a snapshot within call ${place}`);
  assert.deepEqual(
    futureOf(restored),
    futureOf(world),
    `another state after a snapshot within call ${place}`,
  );
}

/** The facts, through JSON and into an empty state, give the state. */
function checkReplay(world: World, journal: readonly JournalEntry[]): void {
  const replayed = emptyState();
  for (const { fact, at } of asJson(journal)) apply(replayed, fact, at);
  const state = writeState(world.service.core.state);
  assert.deepEqual(asJson(writeState(replayed)), asJson(state), 'the replayed journal');
}

/** Makes all calls again, and takes a snapshot of one of them while the webhooks that it caused are running. */
async function repeatWithSnapshot({ calls }: World, place: number) {
  const same = new World();
  for (const call of calls.slice(0, place)) await same.call(call);
  const interrupted = calls[place];
  const answer = interrupted?.(same);
  if (interrupted?.slow === true) await answer;
  const snapshot = asJson(same.emulator.snapshot());
  await answer;
  await same.emulator.clock.settle();
  const { receiverUp } = same;
  for (const call of calls.slice(place + 1)) await same.call(call);
  return { same, snapshot, receiverUp };
}

/**
 * Continues from a snapshot in a new world, and leaves out the dry runs: the identifiers that they generate must not
 * change later results.
 */
async function goOn(snapshot: Snapshot, receiverUp: boolean, calls: readonly Call[]): Promise<World> {
  const restored = new World();
  restored.receiverUp = receiverUp;
  restored.emulator.restore(snapshot);
  await restored.emulator.clock.settle();
  for (const call of calls) if (call.dry !== true) await restored.call(call);
  return restored;
}

/** A copy in the form that another reader gets. */
function asJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

function historyOf({ emulator }: World): string[] {
  return emulator.journal().map((entry) => JSON.stringify(entry));
}

/** Everything that affects later results. */
function futureOf({ emulator }: World) {
  const { ids, agenda, state } = emulator.snapshot();
  return asJson({ ids, agenda, state });
}
