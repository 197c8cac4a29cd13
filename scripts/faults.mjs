// Faults that prevent the preparation of a clone, each as one line that says what to do. Imports no package.
import net from 'node:net';

const NOT_OURS = 'this user may not write in this folder: change its owner, or copy it to one that is yours';
const NO_SPACE = 'no space is left for this folder: packages and build take about 500 MB';
const READ_ONLY = 'this folder is read-only: copy it to one that can be written, or build it before';
const OF_FILES = { EACCES: NOT_OURS, EPERM: NOT_OURS, EROFS: READ_ONLY, ENOSPC: NO_SPACE, EDQUOT: NO_SPACE };

/** The folder is not writable. An up-to-date clone needs no writes. */
export function isUnwritable({ code }) {
  return code === 'EACCES' || code === 'EPERM' || code === 'EROFS';
}

export function lineOf(fault) {
  const { code, message = fault } = fault;
  return code in OF_FILES ? `${OF_FILES[code]} (${message})` : message;
}

/** The reason why the server could not listen. Null if it can, or if the server itself reports the fault. */
export async function portFault({ PORT, HOST, DEMO } = process.env) {
  const port = Number(PORT || 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return null;
  const host = HOST || (DEMO === 'off' ? '0.0.0.0' : '127.0.0.1');
  const code = await new Promise((resolve) => {
    const server = net.createServer().once('error', (error) => resolve(error.code));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
  return code === 'EADDRINUSE' ? `port ${port} is in use: stop what listens there, or start with another PORT` : null;
}
