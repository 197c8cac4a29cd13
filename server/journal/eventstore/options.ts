/** How a journal in EventStoreDB is opened. */
export interface EventStoreJournalOptions {
  /** JOURNAL_URL: `esdb://host:port?tls=false`, or whatever else the client takes. */
  url: string;
  /** The core's name: the chain begins with its hash. */
  core: string;
  /** `core-<name>` unless told otherwise; tests on a shared server keep apart by it. */
  stream?: string;
  /** JOURNAL_APPEND_BYTES_MAX: the server's MaxAppendSize. */
  appendBytesMax?: number;
  /** For a reader: the position of the last batch that it looks at, where the stream behind it is none of the journal's. */
  endsAt?: number | undefined;
  /** After this an append that nobody answered, or a read that gets nothing more, is given up. */
  answerMsMax?: number;
  /** For so long an append whose outcome is in doubt is looked for and sent again, from its beginning on. */
  settleMsMax?: number;
}

/** What is heard while the store does not let itself be opened. */
export interface Waiting {
  /** `reason` says what is waited for; the next attempt is `retryMs` away. */
  onWaiting?: (reason: string, retryMs: number) => void;
}

export interface OpenOptions extends EventStoreJournalOptions, Waiting {
  /** What appends wait for has changed; null: for nothing any more. */
  onWaits?: (reason: string | null) => void;
}
