/**
 * The product's own server for a benchmark: embedded defaults, demo users and high rate limits. Sends its address to
 * its parent process.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createApplication } from '../../server/application';
import { seedDemo } from '../../server/demo/seed';
import { loadConfig } from '../../server/platform/config/config';

interface DemoUser {
  role: string;
  email: string;
  password: string;
}

async function main(): Promise<void> {
  const config = loadConfig({
    ...process.env,
    LOG_LEVEL: 'error',
    LIMIT_ORDERS_PER_SECOND_MAX: '1000000',
    LIMIT_LOGINS_PER_MINUTE_MAX: '1000',
    LIMIT_ADDRESS_REQUESTS_PER_SECOND_MAX: '1000000',
    LIMIT_TICKET_REQUESTS_PER_SECOND_MAX: '1000000',
    LIMIT_ADDRESS_WORK_MS_PER_SECOND_MAX: '1000000',
    LIMIT_USER_WORK_MS_PER_SECOND_MAX: '1000000',
    LIMIT_SOCKETS_PER_ADDRESS_MAX: '1000000',
    LIMIT_HANDSHAKES_PER_MINUTE_MAX: '1000000',
  });
  const application = await createApplication(config);
  await seedDemo(application, config, () => undefined);
  await application.nest.listen(0, '127.0.0.1');
  const users = JSON.parse(readFileSync(path.join(config.dataDir, 'demo-users.json'), 'utf8')) as DemoUser[];
  process.send?.({ url: await application.nest.getUrl(), users: users.filter(({ role }) => role === 'user') });
  process.once('message', () => void application.close().then(() => process.exit(0)));
}

void main();
