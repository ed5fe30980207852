import type { Service } from '@messaging-service/emulator/host';

/** Logs what happens in a service. The identifier is that of its sandbox; undefined for the default service. EMU-21. */
export type Log = (service: Service, sandbox: string | undefined) => void;
