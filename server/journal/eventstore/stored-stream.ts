/** The stream of one core as it is stored: its records put together to batches, the chain followed over all of them. */
import { setTimeout as delay } from 'node:timers/promises';
import type { JournalHead } from '../port';
import { genesis } from '../seal';
import type { StoreConnection } from './connection';
import {
  BatchAssembler,
  metadataOf,
  RecordShapeError,
  type PlacedRecord,
  type RawRecord,
  type VerifiedText,
} from './record';

/** A read that ends inside a batch met a commit that was not yet wholly visible: it soon is. */
const TAIL_ATTEMPTS_MAX = 5;
const TAIL_PAUSE_MS = 100;

/** Where the stream ends. */
export interface StreamEnd {
  /** Of the stream's last record, −1 for none. */
  revision: number;
  /** The last one that belongs to the journal. */
  record: PlacedRecord | null;
}

export class StoredStream {
  /** What the first batch is linked to. */
  readonly genesis: string;

  constructor(
    private readonly connection: StoreConnection,
    readonly name: string,
    core: string,
    private readonly answerMsMax: number,
    private readonly signal: AbortSignal,
  ) {
    this.genesis = genesis(core);
  }

  async end(): Promise<StreamEnd> {
    for await (const piece of this.connection.read({ ...this.reading(), from: 'end', count: 1 })) {
      return { revision: piece[0].revision, record: placed(piece[0]) };
    }
    return { revision: -1, record: null };
  }

  /** The head of the chain, after the last batches were found to belong together, and the revision it lies at. */
  async head(): Promise<{ head: JournalHead; revision: number }> {
    const { revision, record } = await this.end();
    let head: JournalHead = { position: -1, hash: this.genesis };
    if (!record) return { head, revision };
    const { first, index, count } = metadataOf(record);
    if (index !== count - 1) throw new RecordShapeError(record.revision, record.type, 'ends the stream inside a batch');
    for await (const { position, hash } of this.texts(Math.max(0, first - 1))) {
      // One that another writer adds meanwhile is not what was asked for.
      if (position <= record.position) head = { position, hash };
    }
    return { head, revision };
  }

  /** Whole batches from the one that contains position `from` on. */
  async *texts(from: number, signal = this.signal): AsyncGenerator<VerifiedText> {
    let next = from;
    let link = from === 0 ? this.genesis : undefined;
    for (let attempt = 1; ; attempt++) {
      const rest = new BatchAssembler(link);
      let again = false;
      for await (const record of this.records(next, signal)) {
        const { index, first } = metadataOf(record);
        if (rest.pendingFirst === undefined && index > 0) {
          // Inside a batch: take it from its first record on.
          next = first;
          if (next === 0) link = this.genesis;
          again = true;
          break;
        }
        const text = rest.add(record);
        if (!text) continue;
        next = text.position + 1;
        link = text.hash;
        yield text;
      }
      if (again) continue;
      if (rest.pendingFirst === undefined) return;
      if (attempt >= TAIL_ATTEMPTS_MAX) throw new Error(`${this.name}: ends inside the batch at ${next}`);
      await delay(TAIL_PAUSE_MS);
    }
  }

  /** What comes behind position `after`, over one connection; ends with an error only. */
  async *follow(after: number, signal: AbortSignal): AsyncGenerator<PlacedRecord[]> {
    const connected = this.connection.follow(this.name, after, this.answerMsMax, signal);
    for await (const piece of connected) yield piece.map(placed);
  }

  private async *records(from: number, signal: AbortSignal): AsyncGenerator<PlacedRecord> {
    for await (const piece of this.connection.read({ ...this.reading(), from, signal })) {
      for (const record of piece) yield placed(record);
    }
  }

  private reading(): { stream: string; answerMsMax: number; signal: AbortSignal } {
    return { stream: this.name, answerMsMax: this.answerMsMax, signal: this.signal };
  }
}

function placed(record: RawRecord): PlacedRecord {
  return { ...record, position: record.revision };
}
