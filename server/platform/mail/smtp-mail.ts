/** Mail through an SMTP server. `smtps://` is encrypted from the start; `smtp://` is as soon as the server offers it. */
import { createTransport } from 'nodemailer';
import type { MailPort } from './mail-port';

const TIMEOUT_MS = 20_000;
const CONNECTIONS_MAX = 2;

/** `url` names server, user and password: `smtps://user:password@host:465`. */
export function smtpMail({ url, from }: { url: string; from: string }): MailPort {
  const transport = createTransport({
    url,
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
    async send({ to, subject, text, html }) {
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html });
    },
    close: () => transport.close(),
  };
}
