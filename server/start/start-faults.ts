/** Reason why a process cannot start, in one line that says what to do. */
import { JournalLockedError } from '../journal/embedded/lock';
import type { Config } from '../platform/config/config';
import { storeFaultOf } from '../platform/database/store-fault';

const OF_FILES: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is read-only',
  ENOSPC: 'no space is left on its disk',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of its path is a file',
  ENOENT: 'it cannot be created',
};

type Fault = Error & { code?: string; syscall?: string };

export function startFault(error: Fault, { port, host, dataDir }: Pick<Config, 'port' | 'host' | 'dataDir'>): string {
  const { code = '', syscall } = error;
  if (syscall === 'listen' || syscall === 'bind') return portFault(code, port, host) ?? error.message;
  if (error instanceof JournalLockedError) {
    return `another process runs the exchange of DATA_DIR ${dataDir}: stop it, or use another DATA_DIR and PORT (${error.message})`;
  }
  // A full disk shows as a code of the engine, or as a nested cause.
  if (code === 'storage.full' || storeFaultOf(error) === 'full') {
    return `DATA_DIR ${dataDir}: ${OF_FILES['ENOSPC']}: make room and start again, which goes on from here (${error.message})`;
  }
  const reason = OF_FILES[code];
  return reason === undefined ? error.message : `DATA_DIR ${dataDir}: ${reason} (${error.message})`;
}

function portFault(code: string, port: number, host: string): string | null {
  if (code === 'EADDRINUSE') return `port ${port} is in use: stop what listens there, or start with another PORT`;
  if (code === 'EACCES') return `port ${port}: this user may not listen there; use a PORT above 1023`;
  if (code === 'EADDRNOTAVAIL') return `HOST ${host} is no address of this machine`;
  return null;
}
