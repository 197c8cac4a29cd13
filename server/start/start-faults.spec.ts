import { JournalLockedError } from '../journal/embedded/lock';
import { startFault } from './start-faults';

const CONFIG = { port: 3000, host: '127.0.0.1', dataDir: 'data' };

function fault(code: string, syscall: string): Error {
  return Object.assign(new Error(`${code}: ${syscall}`), { code, syscall });
}

it.each([
  [fault('EADDRINUSE', 'listen'), /^port 3000 is in use: stop what listens there, or start with another PORT$/],
  [fault('EACCES', 'listen'), /^port 3000: this user may not listen there; use a PORT above 1023$/],
  [fault('EADDRNOTAVAIL', 'listen'), /^HOST 127\.0\.0\.1 is no address of this machine$/],
  [fault('EROFS', 'mkdir'), /^DATA_DIR data: it is read-only \(EROFS/],
  [fault('EACCES', 'mkdir'), /^DATA_DIR data: this user may not write there \(EACCES/],
  [
    fault('ENOSPC', 'write'),
    /^DATA_DIR data: no space is left on its disk: make room and start again, which goes on from here \(ENOSPC/,
  ],
  [fault('storage.full', 'append'), /^DATA_DIR data: no space is left on its disk: make room/],
  [new JournalLockedError('data/journal is in use'), /^another process runs the exchange of DATA_DIR data: stop it/],
  [new Error('anything else'), /^anything else$/],
])('%s yields one line with the remedy', (error, line) => {
  expect(startFault(error, CONFIG)).toMatch(line);
  expect(startFault(error, CONFIG)).not.toContain('\n');
});
