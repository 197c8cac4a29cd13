/** Mail through an SMTP server. `smtps://` is encrypted from the start, `smtp://` from STARTTLS on. */
import { createTransport } from 'nodemailer';
import type { MailPort } from './mail-port';

const TIMEOUT_MS = 20_000;
const CONNECTIONS_MAX = 2;

export interface SmtpOptions {
  url: string;
  from: string;
  encrypted?: boolean;
}

/** `url` names server, user and password: `smtps://user:password@host:465`. `encrypted`: nothing is sent in the clear. */
export function smtpMail({ url, from, encrypted = false }: SmtpOptions): MailPort {
  const transport = createTransport({
    url,
    // Who is on the way could otherwise take the offer of STARTTLS out and read along.
    requireTLS: encrypted && url.startsWith('smtp:'),
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // A text of ours names no file and no address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, html, id }) {
      // By the same id whoever receives it twice may know it for one.
      const named = id === undefined ? {} : { messageId: `<${id.replaceAll('/', '.')}@${domainOf(from)}>` };
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html, ...named });
    },
    close: () => transport.close(),
  };
}

/** Of `no-reply@exchange.example` or `Open Exchange <no-reply@exchange.example>`. */
function domainOf(from: string): string {
  return /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
}
