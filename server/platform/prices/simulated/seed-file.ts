/**
 * The seeds of the simulated walk that are not told yet, in a file of the data directory that its owner alone reads: written before
 * the hash is published, so that a seed that was promised is there after a crash, and taken out once it is told.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { writePrivately } from '../../files/private-file';

const seedRecord = z.strictObject({
  feed: z.string(),
  day: z.int(),
  seed: z.string(),
  anchors: z.record(z.string(), z.strictObject({ price: z.string(), at: z.int() })),
});
export type SeedRecord = z.infer<typeof seedRecord>;

type Of = Pick<SeedRecord, 'feed' | 'day'>;

export class SeedFile {
  private readonly file: string;
  private records: readonly SeedRecord[];

  /** Throws when there is a file that cannot be read: writing another one over it would lose what was promised. */
  constructor(dataDir: string) {
    this.file = path.join(dataDir, 'index-seeds.json');
    this.records = existsSync(this.file) ? readRecords(this.file) : [];
  }

  all(): readonly SeedRecord[] {
    return this.records;
  }

  find(of: Of): SeedRecord | undefined {
    return this.records.find((record) => isOf(record, of));
  }

  /** In place of what is there of the same feed and day. Durable when it returns. */
  put(record: SeedRecord): void {
    this.write([...this.records.filter((other) => !isOf(other, record)), record]);
  }

  drop(of: Of): void {
    this.write(this.records.filter((record) => !isOf(record, of)));
  }

  private write(records: readonly SeedRecord[]): void {
    writePrivately(this.file, `${JSON.stringify(records, null, 2)}\n`);
    this.records = records;
  }
}

function readRecords(file: string): SeedRecord[] {
  try {
    return z.array(seedRecord).parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Error(`${file} holds no seeds: ${(error as Error).message}; put it right, or move it away to lose them`);
  }
}

function isOf(record: SeedRecord, { feed, day }: Of): boolean {
  return record.feed === feed && record.day === day;
}
