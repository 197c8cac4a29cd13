/** Mail through an SMTP server. `smtps://` is encrypted from the start, `smtp://` after STARTTLS. */
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
    // Prevents a downgrade attack that removes the offer of STARTTLS.
    requireTLS: encrypted && url.startsWith('smtp:'),
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Our texts refer to no files and no URLs to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, html, id }) {
      // With an equal id recipients can detect duplicates.
      const messageIdField = id === undefined ? {} : { messageId: `<${id.replaceAll('/', '.')}@${domainOf(from)}>` };
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html, ...messageIdField });
    },
    close: () => transport.close(),
  };
}

/** Accepts `no-reply@exchange.example` or `Open Exchange <no-reply@exchange.example>`. */
function domainOf(from: string): string {
  return /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
}
