// What keeps a clone from being prepared, each in one line that says what to do. Imports no package, like bootstrap.mjs.
import net from 'node:net';

const NOT_OURS = 'this user may not write in this folder: change its owner, or copy it to one that is yours';
const NO_SPACE = 'no space is left for this folder: packages and build take about 500 MB';
const READ_ONLY = 'this folder is read-only: copy it to one that can be written, or build it before';
const OF_FILES = { EACCES: NOT_OURS, EPERM: NOT_OURS, EROFS: READ_ONLY, ENOSPC: NO_SPACE, EDQUOT: NO_SPACE };

/** Nothing can be written here; a clone that is up to date needs nothing written. */
export function isUnwritable({ code }) {
  return code === 'EACCES' || code === 'EPERM' || code === 'EROFS';
}

export function lineOf(fault) {
  const { code, message = fault } = fault;
  return code in OF_FILES ? `${OF_FILES[code]} (${message})` : message;
}

/** Why the server could not listen, known before minutes of installing; null when it can, or when it has to say so itself. */
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
