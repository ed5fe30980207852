// The entry replaces the timers of the process that imports it and needs a running emulator. Here it only has to resolve.
import type {} from '@messaging-service/emulator/follow-clock';
