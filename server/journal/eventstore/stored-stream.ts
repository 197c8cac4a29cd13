/** The stream of one core as it is stored: its records put together to batches, the chain followed over all of them. */
import { setTimeout as delay } from 'node:timers/promises';
import type { JournalHead, SkippedRecord, StoredText } from '../port';
import { genesis } from '../seal';
import type { StoreConnection } from './connection';
import { BatchAssembler, Chain, metadataOf, RecordShapeError, type PlacedRecord, type RawRecord } from './record';
import { refuseOwn, type SkippedRevisions } from './skipped';

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
    private readonly skipped: SkippedRevisions,
    private readonly answerMsMax: number,
    private readonly signal: AbortSignal,
  ) {
    this.genesis = genesis(core);
  }

  async end(): Promise<StreamEnd> {
    const found = await this.recordsAt('end', 1 + this.skipped.count);
    if (found.length === 0) return { revision: -1, record: null };
    const [record = null] = this.skipped.placed(found);
    return { revision: found[0].revision, record };
  }

  /** The head of the chain, after the last batches were found to belong together, and the revision it lies at. */
  async head(): Promise<{ head: JournalHead; revision: number }> {
    const { revision, record } = await this.end();
    let head: JournalHead = { position: -1, hash: this.genesis };
    if (!record) return { head, revision };
    const { first, index, count } = metadataOf(record);
    if (index !== count - 1) throw new RecordShapeError(record.revision, record.type, 'ends the stream inside a batch');
    for await (const { position, hash } of this.confirmed(Math.max(0, first - 1))) {
      // One that another writer adds meanwhile is not what was asked for.
      if (position <= record.position) head = { position, hash };
    }
    return { head, revision };
  }

  /** What is passed over, after it was found to be none of the journal's. */
  async checkSkipped(): Promise<SkippedRecord[]> {
    const records: SkippedRecord[] = [];
    for (const revision of this.skipped) {
      const { type } = await refuseOwn(
        { at: (from, count) => this.recordsAt(from, count), linkBefore: (from) => this.linkBefore(from) },
        revision,
      );
      records.push({ revision, type });
    }
    return records;
  }

  /** Hash of the last batch of the journal below this revision. */
  private async linkBefore(revision: number): Promise<string> {
    let before = revision - 1;
    while (this.skipped.has(before)) before--;
    if (before < 0) return this.genesis;
    return metadataOf(this.skipped.placed(await this.recordsAt(before, 1))[0]).hash;
  }

  /** What the last record of the batch that ends at `position` says of where it came from. */
  async originAt(position: number): Promise<{ correlation?: number; cause?: number }> {
    const [record] = this.skipped.placed(await this.recordsAt(this.skipped.revisionOf(position), 1));
    const { command, $correlationId } = metadataOf(record);
    return { cause: command.cause, correlation: $correlationId === undefined ? undefined : Number($correlationId) };
  }

  /** Whole batches from the one that contains position `from` on, the chain followed over them. */
  async *confirmed(from: number, signal = this.signal): AsyncGenerator<StoredText> {
    let chain: Chain | undefined;
    for await (const stored of this.texts(from, signal)) {
      chain ??= new Chain(stored.first === 0 ? this.genesis : undefined);
      yield chain.confirmed(stored);
    }
  }

  /** The same as it is stored, whether the chain holds or not. */
  async *texts(from: number, signal = this.signal): AsyncGenerator<StoredText> {
    let next = from;
    for (let attempt = 1; ; attempt++) {
      const rest = new BatchAssembler();
      let again = false;
      for await (const record of this.records(next, signal)) {
        const { index, first } = metadataOf(record);
        if (rest.pendingFirst === undefined && index > 0) {
          // Inside a batch: take it from its first record on.
          next = first;
          again = true;
          break;
        }
        const stored = rest.add(record);
        if (!stored) continue;
        next = stored.position + 1;
        yield stored;
      }
      if (again) continue;
      if (rest.pendingFirst === undefined) return;
      if (attempt >= TAIL_ATTEMPTS_MAX) throw new Error(`${this.name}: ends inside the batch at ${next}`);
      await delay(TAIL_PAUSE_MS);
    }
  }

  /** What comes behind position `after`, over one connection; ends with an error only. */
  async *follow(after: number, signal: AbortSignal): AsyncGenerator<PlacedRecord[]> {
    const from = after < 0 ? -1 : this.skipped.revisionOf(after);
    const connected = this.connection.follow(this.name, from, this.answerMsMax, signal);
    for await (const piece of connected) yield this.skipped.placed(piece);
  }

  private async *records(position: number, signal: AbortSignal): AsyncGenerator<PlacedRecord> {
    const from = this.skipped.revisionOf(position);
    const { name: stream, answerMsMax } = this;
    for await (const piece of this.connection.read({ stream, from, answerMsMax, signal })) {
      yield* this.skipped.placed(piece);
    }
  }

  /** A few records, whoever they belong to. */
  private async recordsAt(from: number | 'end', count: number): Promise<RawRecord[]> {
    const found: RawRecord[] = [];
    const { name: stream, answerMsMax, signal } = this;
    for await (const piece of this.connection.read({ stream, from, count, answerMsMax, signal })) found.push(...piece);
    return found;
  }
}
