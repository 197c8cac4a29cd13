/** Against a real HTTP server on a random port. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import { Deliveries } from '../delivery/deliveries';
import { Letters, readerWithoutAccount } from '../mail/letters';
import type { LetterLinks } from '../auth/log-in/letter-links';
import type { Outbox } from '../outbox/outbox';
import { httpSms } from './http-sms';

interface Asked {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: unknown;
}

// Deliberate failures are not logged.
beforeAll(() => Logger.overrideLogger(false));

describe('text messages through a gateway', () => {
  let server: Server;
  let url: string;
  const asked: Asked[] = [];
  const statuses: number[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const { method, headers } = request;
        asked.push({ method, url: request.url, headers, body: JSON.parse(body) });
        response.writeHead(statuses.shift() ?? 202, { location: '/elsewhere' }).end('{}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`;
  });
  beforeEach(() => {
    asked.length = 0;
    statuses.length = 0;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('carry the code in the reader’s language, with the token', async () => {
    const deliveries = new Deliveries({ smtp: undefined, sms: { url, token: 'token' }, demo: false }, {} as Outbox);
    const letters = new Letters(deliveries, {} as LetterLinks, () => 0);
    letters.sendCode({ channel: 'phone', address: '+819012345678' }, readerWithoutAccount('zh'), 'register', '492039');
    await deliveries.whenIdle();
    expect(asked).toMatchObject([
      {
        method: 'POST',
        url: '/send',
        headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
        body: { to: '+819012345678', text: '【Open Exchange】验证码 492039（注册），10 分钟内有效。请勿告知他人。' },
      },
    ]);
    expect([deliveries.canReach('phone'), deliveries.canReach('email')]).toEqual([true, false]);
    await deliveries.onModuleDestroy();
  });

  it('are retried when the gateway fails', async () => {
    statuses.push(500);
    const deliveries = new Deliveries({ smtp: undefined, sms: { url }, demo: false }, {} as Outbox);
    void deliveries.text({ to: '+819012345678', text: 'again' });
    await deliveries.whenIdle();
    expect(asked.map(({ body }) => body)).toEqual([
      { to: '+819012345678', text: 'again' },
      { to: '+819012345678', text: 'again' },
    ]);
    expect(asked[0].headers.authorization).toBeUndefined();
    await deliveries.onModuleDestroy();
  });

  it('are dropped at once when the process ends', async () => {
    statuses.push(500, 500, 500, 500);
    const deliveries = new Deliveries({ smtp: undefined, sms: { url }, demo: false }, {} as Outbox);
    void deliveries.text({ to: '+819012345678', text: 'late' });
    while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await deliveries.onModuleDestroy();
    await deliveries.whenIdle();
    expect(asked.length).toBeLessThanOrEqual(2);
  });

  it.each([400, 401, 500, 302])('are not sent when the gateway answers %d', async (status) => {
    statuses.push(status);
    await expect(httpSms({ url, token: 'token' }).send({ to: '+819012345678', text: 'no' })).rejects.toThrow();
    expect(asked.every(({ url: at }) => at === '/send')).toBe(true);
  });
});
