/** How a text message leaves. */
export interface TextMessage {
  /** E.164. */
  to: string;
  text: string;
}

export interface SmsPort {
  /** Resolves when the gateway has taken it; rejects when it has not. */
  send(message: TextMessage): Promise<void>;
}
