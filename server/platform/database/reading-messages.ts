/** What the main thread and the thread that reads SQLite tell each other. */

export interface ReaderData {
  file: string;
}

/** Answered in order, each once. */
export interface Asked {
  sql: string;
  parameters: readonly unknown[];
}

export type Answered = { is: 'rows'; rows: unknown[] } | { is: 'failed'; message: string; code: string | undefined };
