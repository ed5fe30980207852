import type { Emulator, EmulatorClock, FaultHandle, Handset } from '@messaging-service/emulator';
import type {
  RemoteClock,
  RemoteEmulator,
  RemoteEvents,
  RemoteFault,
  RemoteHandset,
} from '@messaging-service/emulator/client';
import { expectTypeOf, test } from 'vitest';

/** The same members, with promises of the results. */
type Promised<Controls> = {
  readonly [Name in keyof Controls]: Controls[Name] extends (...parameters: infer Given) => infer Result
    ? (...parameters: Given) => Promise<Awaited<Result>>
    : Controls[Name];
};

/** What only an emulator in the same process can have. */
type InProcess = 'fetch' | 'handlers' | 'journal' | 'service' | 'sandboxes';

/** Members whose results have members with promises. */
type Nested = 'clock' | 'handset' | 'addFault' | 'sandbox' | 'events';

test('a remote emulator has the controls of one in the process, with promises (EMU-18)', () => {
  expectTypeOf<RemoteEmulator>().toExtend<Promised<Omit<Emulator, InProcess | Nested>>>();
  expectTypeOf<RemoteClock>().toExtend<Promised<EmulatorClock>>();
  expectTypeOf<RemoteHandset>().toExtend<Promised<Handset>>();
  expectTypeOf<RemoteFault>().toExtend<Promised<FaultHandle>>();
  expectTypeOf<RemoteEmulator['handset']>().toExtend<
    (...args: Parameters<Emulator['handset']>) => RemoteHandset
  >();
  expectTypeOf<RemoteEmulator['addFault']>().toExtend<
    (...args: Parameters<Emulator['addFault']>) => Promise<RemoteFault>
  >();
  expectTypeOf<RemoteEmulator['sandbox']>().toExtend<
    (...args: Parameters<Emulator['sandbox']>) => Promise<RemoteEmulator>
  >();
  expectTypeOf<RemoteEmulator['events']>().toExtend<
    (...args: Parameters<Emulator['events']>) => RemoteEvents
  >();
  expectTypeOf<RemoteEmulator['clock']>().toEqualTypeOf<RemoteClock>();
});
