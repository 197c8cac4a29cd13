/** Messages between the main thread and the thread that reads SQLite. */

export interface ReaderData {
  file: string;
}

/** Answered in order, each once. */
export interface ReadRequest {
  sql: string;
  parameters: readonly unknown[];
}

export type ReadAnswer = { is: 'rows'; rows: unknown[] } | { is: 'failed'; message: string; code: string | undefined };
