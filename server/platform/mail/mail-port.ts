/** How a mail leaves. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface MailPort {
  /** Resolves when somebody else has taken it; rejects when nobody has. */
  send(mail: Mail): Promise<void>;
  close(): void;
}
