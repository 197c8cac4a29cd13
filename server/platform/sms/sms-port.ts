/** Port for sending text messages. */
export interface TextMessage {
  /** E.164. */
  to: string;
  text: string;
  /** Equal for repeated attempts of one message whose delivery is unknown; absent if never repeated. */
  id?: string | undefined;
}

export interface SmsPort {
  /** Resolves when the gateway has accepted the message; rejects otherwise. */
  send(message: TextMessage): Promise<void>;
}
