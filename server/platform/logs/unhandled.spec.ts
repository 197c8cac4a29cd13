import { spawnSync } from 'node:child_process';
import path from 'node:path';

const BUILT = path.resolve(__dirname, '../../../dist/server/platform/logs');
const LOGGING = `require('${BUILT}/unhandled').logUnhandled(require('${BUILT}/logs').createLog({ logLevel: 'info' }));`;

it.each([
  ['a promise that rejects', 'Promise.reject(new Error("lost"))', 'unhandledRejection'],
  ['what throws', 'setTimeout(() => { throw new Error("lost"); })', 'uncaughtException'],
])('%s is logged and ends the process as usual', (_, fault, origin) => {
  const { status, stdout } = spawnSync(process.execPath, ['-e', `${LOGGING} ${fault}`], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ level: 60, origin, err: { message: 'lost' } });
});
