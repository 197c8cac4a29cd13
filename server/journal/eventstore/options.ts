/** Options for opening a journal in EventStoreDB. */
export interface EventStoreJournalOptions {
  /** JOURNAL_URL: `esdb://host:port?tls=false`, or any other URL that the client accepts. */
  url: string;
  /** The core's name: the chain begins with its hash. */
  core: string;
  /** Default `core-<name>`; tests on a shared server use names of their own. */
  stream?: string;
  /** JOURNAL_APPEND_BYTES_MAX: the server's MaxAppendSize. */
  appendBytesMax?: number;
  /** For a reader: position of the last batch to read, if the stream behind it does not belong to the journal. */
  endsAt?: number | undefined;
  /** Timeout of an append without an answer, or of a read without further records, in ms. */
  answerMsMax?: number;
  /** Maximum time to settle an append of unknown outcome by reading back and retrying, in ms from its first attempt. */
  settleMsMax?: number;
}

/** Callbacks while the store cannot be opened. */
export interface WaitingCallbacks {
  /** `reason` names the fault; the next attempt follows after `retryMs`. */
  onWaiting?: (reason: string, retryMs: number) => void;
}

export interface OpenOptions extends EventStoreJournalOptions, WaitingCallbacks {
  /** Called when the reason why appends wait changes; null if they no longer wait. */
  onWaits?: (reason: string | null) => void;
}
