/** Port for sending mail. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Equal for repeated attempts of one mail whose delivery is unknown; absent if never repeated. */
  id?: string | undefined;
}

export interface MailPort {
  /** Resolves when another system has accepted the mail; rejects otherwise. */
  send(mail: Mail): Promise<void>;
  close(): void;
}
