/** How a text message leaves. */
export interface TextMessage {
  /** E.164. */
  to: string;
  text: string;
  /** The same for a message that is sent again because nobody knows whether it was taken; absent when nobody repeats. */
  id?: string | undefined;
}

export interface SmsPort {
  /** Resolves when the gateway has taken it; rejects when it has not. */
  send(message: TextMessage): Promise<void>;
}
