/** Against a real SMTP server on a random port. */
import type { AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import { SMTPServer } from 'smtp-server';
import { Deliveries } from '../delivery/deliveries';
import type { Outbox } from '../outbox/outbox';
import type { LetterLinks } from '../auth/log-in/letter-links';
import { composeMail } from './compose';
import { LETTER_TEXTS } from './letter-texts';
import { Letters } from './letters';
import { smtpMail } from './smtp-mail';

const FROM = 'Open Exchange <no-reply@exchange.example>';
const READER = { language: 'jp', antiPhishingCode: 'くじら' } as const;

interface Received {
  from: string;
  to: string[];
  user: string | undefined;
  source: string;
}

class MailServer {
  readonly received: Received[] = [];
  /** Number of mails that it rejects first. */
  refusals = 0;
  private readonly server: SMTPServer;

  private constructor() {
    this.server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        password === 'secret' ? done(null, { user: username }) : done(new Error('wrong password')),
      onData: (stream, { envelope, user }, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          if (this.refusals > 0) {
            this.refusals -= 1;
            return done(Object.assign(new Error('come again'), { responseCode: 451 }));
          }
          const from = envelope.mailFrom ? envelope.mailFrom.address : '';
          const to = envelope.rcptTo.map(({ address }) => address);
          this.received.push({ from, to, user: user as string | undefined, source: Buffer.concat(chunks).toString() });
          done();
        });
      },
    });
    this.server.on('error', () => undefined);
  }

  static async start(): Promise<MailServer> {
    const server = new MailServer();
    await new Promise<void>((resolve) => server.server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  url(password = 'secret'): string {
    const { port } = this.server.server.address() as AddressInfo;
    return `smtp://exchange:${password}@127.0.0.1:${port}`;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

/** The part of a mail that carries the text, decoded. */
function textOf({ source }: Received): string {
  const part = source.split(/\r\n--[^\r\n]+/).find((one) => /content-type: text\/plain/i.test(one)) ?? '';
  const [head, ...body] = part.split('\r\n\r\n');
  const coded = body.join('\r\n\r\n');
  if (/base64/i.test(head)) return Buffer.from(coded, 'base64').toString();
  const bytes = coded.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => `%${hex}`);
  return decodeURIComponent(bytes.replace(/%(?![0-9A-F]{2})/g, '%25'));
}

// Deliberate failures are not logged.
beforeAll(() => Logger.overrideLogger(false));

const LINK = 'https://exchange.example/securityLink#token';

describe('mail through SMTP', () => {
  let server: MailServer;
  let deliveries: Deliveries;

  beforeEach(async () => void (server = await MailServer.start()));
  afterEach(async () => {
    await deliveries?.onModuleDestroy();
    await server.stop();
  });

  function letters(smtp = { url: server.url(), from: FROM }): Letters {
    const outbox = { put: () => Promise.reject(new Error('the outbox is for nothing real')) };
    deliveries = new Deliveries({ smtp, sms: undefined, demo: false }, outbox as unknown as Outbox);
    const links = { issue: async () => ({ url: LINK, expiresAt: 1_800_086_400_000 }) };
    return new Letters(deliveries, links as unknown as LetterLinks, () => 1_800_000_000_000);
  }

  it('arrives with its code, its language and the anti-phishing code', async () => {
    letters().sendCode({ channel: 'email', address: 'ann@test.example' }, READER, 'forgot', '492039');
    await deliveries.whenIdle();
    expect(server.received).toHaveLength(1);
    const [mail] = server.received;
    expect(mail).toMatchObject({ from: 'no-reply@exchange.example', to: ['ann@test.example'], user: 'exchange' });
    expect(mail.source).toMatch(/^From: Open Exchange <no-reply@exchange\.example>\r$/m);
    expect(mail.source).toMatch(/^Content-Type: multipart\/alternative/m);
    const text = textOf(mail);
    expect(text).toMatch(/^フィッシング対策コード：くじら/);
    expect(text).toContain('認証コード：492039');
    expect(text).toContain(LETTER_TEXTS.jp.purpose.forgot);
  });

  it('is retried when the server rejects it', async () => {
    server.refusals = 1;
    const ben = { id: 7, email: 'ben@test.example', phone: null, language: 'en', antiPhishingCode: null } as const;
    letters().sendSecurityChanged(ben, 'password.changed', { ip: '::1', userAgent: '' });
    await deliveries.whenIdle();
    expect(server.received.map(({ to }) => to)).toEqual([['ben@test.example']]);
    const text = textOf(server.received[0]);
    expect(text).toContain('2027-01-15 08:00:00 (UTC)');
    expect(text).toMatch(/Freeze my account:\r?\nhttps:\/\/exchange\.example\/securityLink#token\r?\n/);
    expect(text).toContain('until 2027-01-16 08:00:00 (UTC)');
  });

  it('has the same id when written again', async () => {
    const ben = { id: 7, email: 'ben@test.example', phone: null, language: 'en', antiPhishingCode: null } as const;
    const notice = { step: 'paid', withdrawal: 3, asset: 'BTC', amount: '1', destination: 'bc1…' } as const;
    const written = letters();
    for (const origin of ['journal/7', 'journal/7', 'journal/8'])
      expect(await written.sendWithdrawalStep(ben, notice, { origin, at: 1_800_000_000_000 })).toBe(true);
    const ids = server.received.map(({ source }) => /^Message-ID: (.*)\r$/m.exec(source)?.[1]);
    expect(ids).toEqual([7, 7, 8].map((place) => `<journal.${place}.email@exchange.example>`));
  });

  it('interrupted by the end of the process is not finished', async () => {
    const ben = { id: 7, email: 'ben@test.example', phone: null, language: 'en', antiPhishingCode: null } as const;
    const notice = { step: 'paid', withdrawal: 3, asset: 'BTC', amount: '1', destination: 'bc1…' } as const;
    server.refusals = 9;
    const isOver = letters().sendWithdrawalStep(ben, notice, { origin: 'journal/7', at: 0 });
    await deliveries.onModuleDestroy();
    expect(await isOver).toBe(false);
  });

  it('that no server accepts fails and reports it to the sender', async () => {
    const mail = composeMail({ email: 'cat@test.example', ...READER }, LETTER_TEXTS.jp.exists, {});
    const port = smtpMail({ url: server.url('wrong'), from: FROM });
    await expect(port.send(mail)).rejects.toThrow(/535|auth/i);
    port.close();
    letters();
  });

  it('is not sent to users without an e-mail', async () => {
    const nobody = { id: 7, email: null, phone: null, language: 'en', antiPhishingCode: null } as const;
    letters().sendNewDevice(nobody, { device: 'x', ip: '::1' });
    await deliveries.whenIdle();
    expect(server.received).toEqual([]);
  });

  it('ASVS 1.3.11: an address cannot add recipients', async () => {
    const address = 'dan@test.example>, <eve@test.example';
    letters().sendCode({ channel: 'email', address }, READER, 'login', '123456');
    deliveries.onModuleDestroy().catch(() => undefined);
    await deliveries.whenIdle();
    expect(server.received.flatMap(({ to }) => to)).not.toContain('eve@test.example');
  });
});
