/** A fault that nothing handles is in the log before it ends the process. How it ends stays Node's. */
import type { Logger } from 'pino';

/** Of what throws as well as of a promise that rejects: `origin` says which. */
export function logUnhandled(log: Pick<Logger, 'fatal'>): void {
  process.on('uncaughtExceptionMonitor', (err, origin) => log.fatal({ err, origin }, 'a fault was not handled'));
}
