/**
 * Unrevealed seeds of the simulated walk, in an owner-only file of the data directory. Written before the hash is
 * published, so that a committed seed survives a crash; removed once revealed.
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

type SeedKey = Pick<SeedRecord, 'feed' | 'day'>;

export class SeedFile {
  private readonly file: string;
  private records: readonly SeedRecord[];

  /** Throws if an existing file is unreadable: overwriting it would lose committed seeds. */
  constructor(dataDir: string) {
    this.file = path.join(dataDir, 'index-seeds.json');
    this.records = existsSync(this.file) ? readRecords(this.file) : [];
  }

  allRecords(): readonly SeedRecord[] {
    return this.records;
  }

  findRecord(key: SeedKey): SeedRecord | undefined {
    return this.records.find((record) => isOf(record, key));
  }

  /** Replaces the entry of the same feed and day. Durable on return. */
  put(record: SeedRecord): void {
    this.write([...this.records.filter((other) => !isOf(other, record)), record]);
  }

  dropRecord(key: SeedKey): void {
    this.write(this.records.filter((record) => !isOf(record, key)));
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

function isOf(record: SeedRecord, { feed, day }: SeedKey): boolean {
  return record.feed === feed && record.day === day;
}
