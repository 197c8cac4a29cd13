/** The stored stream of one core: assembles records to batches and verifies the chain over them. */
import { setTimeout as delay } from 'node:timers/promises';
import type { JournalHead, StoredText } from '../port';
import { genesis } from '../seal';
import type { StoreConnection } from './connection';
import { BatchAssembler, ChainVerifier, metadataOf, RecordShapeError, type RawRecord } from './record';

/** Maximum attempts: a read that ends inside a batch met a commit that is not fully visible yet. */
const TAIL_ATTEMPTS_MAX = 5;
const TAIL_PAUSE_MS = 100;

export class StoredStream {
  /** Link of the first batch. */
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

  /** The last record, by any writer. */
  async end(): Promise<RawRecord | null> {
    const [record = null] = await this.recordsAt('end', 1);
    return record;
  }

  /** The head of the chain, at the end or at position `at`; verifies that the last batches are linked. */
  async head(at?: number): Promise<JournalHead> {
    let head: JournalHead = { position: -1, hash: this.genesis };
    const record = at === undefined ? await this.end() : (await this.recordsAt(at, 1))[0];
    if (!record && at !== undefined) throw new Error(`the stream ends before position ${at}`);
    if (!record) return head;
    const { first, index, count } = metadataOf(record);
    if (index !== count - 1) throw new RecordShapeError(record.revision, record.type, 'ends the stream inside a batch');
    for await (const { position, hash } of this.confirmed(Math.max(0, first - 1))) {
      head = { position, hash };
      // Another writer may add a batch meanwhile.
      if (position >= record.revision) break;
    }
    return head;
  }

  /** Origin of the batch that ends at `position`, from the batch's last record. */
  async originAt(position: number): Promise<{ correlation?: number; cause?: number }> {
    const [record] = await this.recordsAt(position, 1);
    const { command, $correlationId } = metadataOf(record);
    return { cause: command.cause, correlation: $correlationId === undefined ? undefined : Number($correlationId) };
  }

  /** Complete batches from the one that contains position `from` on, with the chain verified. */
  async *confirmed(from: number, signal = this.signal): AsyncGenerator<StoredText> {
    let chain: ChainVerifier | undefined;
    for await (const stored of this.texts(from, signal)) {
      chain ??= new ChainVerifier(stored.first === 0 ? this.genesis : undefined);
      yield chain.confirmed(stored);
    }
  }

  /** The same as stored text, without verification. */
  async *texts(from: number, signal = this.signal): AsyncGenerator<StoredText> {
    let next = from;
    for (let attempt = 1; ; attempt++) {
      const rest = new BatchAssembler();
      let isRestart = false;
      for await (const record of this.records(next, signal)) {
        const { index, first } = metadataOf(record);
        if (rest.pendingFirst === undefined && index > 0) {
          // Inside a batch: restart from its first record.
          next = first;
          isRestart = true;
          break;
        }
        const stored = rest.add(record);
        if (!stored) continue;
        next = stored.position + 1;
        yield stored;
      }
      if (isRestart) continue;
      if (rest.pendingFirst === undefined) return;
      if (attempt >= TAIL_ATTEMPTS_MAX) throw new Error(`${this.name}: ends inside the batch at ${next}`);
      await delay(TAIL_PAUSE_MS);
    }
  }

  /** Records behind position `after`, over one connection; ends only with an error. */
  follow(after: number, signal: AbortSignal): AsyncGenerator<RawRecord[]> {
    return this.connection.follow(this.name, after, this.answerMsMax, signal);
  }

  private async *records(from: number, signal: AbortSignal): AsyncGenerator<RawRecord> {
    const { name: stream, answerMsMax } = this;
    for await (const chunk of this.connection.read({ stream, from, answerMsMax, signal })) yield* chunk;
  }

  /** At most `count` records, by any writer. */
  private async recordsAt(from: number | 'end', count: number): Promise<RawRecord[]> {
    const found: RawRecord[] = [];
    const { name: stream, answerMsMax, signal } = this;
    for await (const chunk of this.connection.read({ stream, from, count, answerMsMax, signal })) found.push(...chunk);
    return found;
  }
}
