/**
 * The member of a timer function that follows a clock with the one of the machine, which it replaces: an emulator in the same
 * process has limits in real time.
 */
export const MACHINE_TIMER: unique symbol = Symbol.for('messaging-emulator.machine-timer');
