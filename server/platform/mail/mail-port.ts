/** How a mail leaves. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same for a mail that is sent again because nobody knows whether it was taken; absent when nobody repeats. */
  id?: string | undefined;
}

export interface MailPort {
  /** Resolves when somebody else has taken it; rejects when nobody has. */
  send(mail: Mail): Promise<void>;
  close(): void;
}
