/** Logs an unhandled fault before it ends the process. The ending itself stays Node's. */
import type { Logger } from 'pino';

/** Covers exceptions and rejected promises; `origin` tells which. */
export function logUnhandled(log: Pick<Logger, 'fatal'>): void {
  process.on('uncaughtExceptionMonitor', (err, origin) => log.fatal({ err, origin }, 'a fault was not handled'));
}
