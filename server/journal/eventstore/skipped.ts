/**
 * Records of the stream that are none of the journal's and are passed over because JOURNAL_SKIP names them: someone else
 * wrote to the stream, and a stream is not mended. Positions stay without holes, so behind them revision and position differ.
 */
import { hashOf } from '../seal';
import { BatchAssembler, RecordShapeError, shapeOf, type PlacedRecord, type RawRecord } from './record';

/** What is named is not there to be skipped, or belongs to the journal. */
export class SkipError extends Error {
  constructor(
    readonly revision: number,
    what: string,
  ) {
    super(`JOURNAL_SKIP names revision ${revision}, ${what}`);
  }
}

export class SkippedRevisions {
  private readonly revisions: readonly number[];

  constructor(revisions: readonly number[] = []) {
    this.revisions = [...new Set(revisions)].sort((a, b) => a - b);
  }

  get count(): number {
    return this.revisions.length;
  }

  has(revision: number): boolean {
    return this.revisions.includes(revision);
  }

  /** Where a record of the journal lies in the stream. */
  revisionOf(position: number): number {
    return this.revisions.reduce((revision, skipped) => (skipped <= revision ? revision + 1 : revision), position);
  }

  /** The records of the journal among these, each with its position. */
  placed(records: readonly RawRecord[]): PlacedRecord[] {
    const { revisions } = this;
    if (revisions.length === 0) return records.map((record) => ({ ...record, position: record.revision }));
    return records
      .filter(({ revision }) => !this.has(revision))
      .map((record) => {
        const before = revisions.filter((skipped) => skipped < record.revision).length;
        return { ...record, position: record.revision - before };
      });
  }

  [Symbol.iterator](): Iterator<number> {
    return this.revisions[Symbol.iterator]();
  }
}

/** How the stream is looked at, with nothing passed over. */
export interface StreamLook {
  /** At most so many records from there on. */
  at(revision: number, count: number): Promise<RawRecord[]>;
  /** Hash of the batch that the journal has last before this revision: what the next one is linked to. */
  linkBefore(revision: number): Promise<string>;
}

/**
 * The record that is to be skipped, after it was found to belong to no batch of the chain. One that does, the newest too,
 * cannot be hidden: it fits its hash and is linked to the batch before it.
 */
export async function refuseOwn(look: StreamLook, revision: number): Promise<RawRecord> {
  const [record] = await look.at(revision, 1);
  if (!record) throw new SkipError(revision, 'which the stream does not have');
  const shape = shapeOf(record.metadata);
  if (!shape) return record;
  const first = revision - shape.index;
  const records = first < 0 ? [] : await look.at(first, shape.count);
  if (await isLinked(look, first, records)) {
    throw new SkipError(revision, `which belongs to the journal: it is an event of the batch with hash ${shape.hash}`);
  }
  return record;
}

async function isLinked(look: StreamLook, first: number, records: readonly RawRecord[]): Promise<boolean> {
  const assembler = new BatchAssembler();
  try {
    for (const record of records) {
      const shape = shapeOf(record.metadata);
      if (!shape) return false;
      const stored = assembler.add({ ...record, position: shape.first + shape.index });
      if (stored)
        return stored.hash === hashOf(stored.prev, stored.text) && stored.prev === (await look.linkBefore(first));
    }
  } catch (error) {
    if (!(error instanceof RecordShapeError)) throw error;
  }
  return false;
}
