import { stopSignal } from './stop-signal.ts';

// Before everything else is loaded, because a signal that comes meanwhile must also end the process in order.
const stop = stopSignal();
const { runServer } = await import('./serve.ts');
await runServer(stop);
