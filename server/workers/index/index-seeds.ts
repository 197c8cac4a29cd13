/**
 * Keeps the promise of the simulated index: each day (GMT+8) has a seed of its own, whose hash is in the journal before the first
 * price is made from it, and which is told when the day is over. The seed lies in a file before its hash is sent, so no crash
 * loses one that was promised.
 *
 * Should the file be lost all the same, the day's promise can never be kept: the core takes no second one of the same feed and
 * day, so the rest of the day goes by a feed of the next name (`simulated-2`), from the last price on. The first promise stays in
 * the journal without its seed for everybody to see, and is an alarm here.
 */
import { dayName, dayOf } from '../../../shared/rules/days';
import type { IndexState } from '../../core/index-price/state';
import { seedKey } from '../../core/index-price/state';
import type { CommandPort } from '../../engine/port';
import type { SeededDay } from '../../platform/prices/simulated/day-walk';
import type { SeedFile, SeedRecord } from '../../platform/prices/simulated/seed-file';
import { anchorsOf, seedHash } from '../../platform/prices/simulated/seeds';

const FEED = 'simulated';
/** Whoever loses the file as often in a day has to wait for the next. */
const FEEDS_MAX = 16;

export interface IndexSeedsParts {
  commands: Pick<CommandPort, 'submit'>;
  index: () => Readonly<IndexState>;
  file: SeedFile;
  /** The seed of a feed's day; by chance, unless tests or an operator want to know them all. */
  seedOf: (feed: string, day: number) => string;
  /** Hears each day on which prices may be told from now on. */
  onDay: (day: SeededDay) => void;
  say: (message: string, facts: Record<string, unknown>) => void;
}

export class IndexSeeds {
  private today: SeedRecord | null = null;
  /** What was said already. */
  private readonly said = new Set<string>();

  constructor(private readonly parts: IndexSeedsParts) {}

  /** The feed whose prices are published, by a seed for the day of `now`. Rejects while there is none, also if the engine is unavailable. */
  async feedAt(now: number): Promise<string> {
    const day = dayOf(now);
    await this.reveal(day);
    if (this.today?.day !== day) {
      this.today = await this.commit(day);
      this.parts.onDay(this.today);
    }
    return this.today.feed;
  }

  /** Promises whose seed is gone. */
  lost(): number {
    return [...this.parts.index().seeds.values()].filter(({ feed, day, hash }) => {
      return isOurs(feed) && hashOf(this.parts.file.find({ feed, day })) !== hash;
    }).length;
  }

  /** Tells the seeds of days that are over, also those that ended while nobody was there. */
  private async reveal(today: number): Promise<void> {
    const { commands, file, index } = this.parts;
    for (const { feed, day, seed } of file.all()) {
      if (day >= today) continue;
      if (index().seeds.has(seedKey({ feed, day }))) {
        const command = { type: 'RevealSeed', day, seed } as const;
        const outcome = await commands.submit({ actor: `feed/${feed}`, command });
        if ('rejected' in outcome) {
          // By the journal's time the day may not be over yet.
          this.sayOnce('the seed of the index is not told', { feed, day: dayName(day), code: outcome.rejected });
          continue;
        }
      }
      // Told, now or before a crash, or never promised.
      file.drop({ feed, day });
    }
    for (const commitment of index().seeds.values()) if (commitment.day < today) this.tellLost(commitment);
  }

  private async commit(day: number): Promise<SeedRecord> {
    const { commands, file, index, seedOf } = this.parts;
    for (let number = 1; number <= FEEDS_MAX; number++) {
      const feed = number === 1 ? FEED : `${FEED}-${number}`;
      const kept = file.find({ feed, day });
      const commitment = index().seeds.get(seedKey({ feed, day }));
      if (commitment) {
        if (kept && hashOf(kept) === commitment.hash) return kept;
        this.tellLost(commitment);
        continue;
      }
      const record = { feed, day, seed: kept?.seed ?? seedOf(feed, day), anchors: anchorsOf(index(), day) };
      file.put(record);
      const command = { type: 'PublishSeed', day, hash: hashOf(record) as string } as const;
      const outcome = await commands.submit({ actor: `feed/${feed}`, command });
      if ('rejected' in outcome) throw new Error(`the hash of the index's seed is refused: ${outcome.rejected}`);
      return record;
    }
    throw new Error('too many seeds of the index were lost today');
  }

  private tellLost({ feed, day, hash }: { feed: string; day: number; hash: string }): void {
    if (!isOurs(feed) || hashOf(this.parts.file.find({ feed, day })) === hash) return;
    this.sayOnce('the seed of the index is lost: nobody can compute its prices again', { feed, day: dayName(day) });
  }

  private sayOnce(message: string, facts: Record<string, unknown>): void {
    const line = JSON.stringify([message, facts]);
    if (!this.said.has(line)) this.parts.say(message, facts);
    this.said.add(line);
  }
}

function hashOf(record: SeedRecord | undefined): string | null {
  return record ? seedHash(record.seed) : null;
}

function isOurs(feed: string): boolean {
  return feed === FEED || feed.startsWith(`${FEED}-`);
}
