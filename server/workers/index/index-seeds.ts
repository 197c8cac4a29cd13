/**
 * Commit and reveal of the simulated index: each day (GMT+8) has a seed. The journal has the seed's hash before the
 * first price made from it, and the seed when the day is over. The seed is saved in a file before its hash is sent, so
 * no crash loses a committed seed. If the file is lost, the day's seed can never be revealed. The core accepts no
 * second commitment of the same feed and day, so the rest of the day uses a feed of the next name (`simulated-2`), from
 * the last price on. The first commitment stays in the journal without its seed, visible to all, and raises an alarm
 * here.
 */
import { dayName, dayOf } from '../../../shared/rules/days';
import type { IndexState } from '../../core/index-price/state';
import { seedKey } from '../../core/index-price/state';
import type { CommandPort } from '../../engine/port';
import type { SeededDay } from '../../platform/prices/simulated/day-walk';
import type { SeedFile, SeedRecord } from '../../platform/prices/simulated/seed-file';
import { anchorsOf, seedHash } from '../../platform/prices/simulated/seeds';

const FEED = 'simulated';
/** Maximum feeds per day: after that many losses of the file, publication waits for the next day. */
const FEEDS_MAX = 16;

export interface IndexSeedsDependencies {
  commands: Pick<CommandPort, 'submit'>;
  index: () => Readonly<IndexState>;
  file: SeedFile;
  /** Seed of a feed's day; random, unless tests or an operator must know it. */
  seedOf: (feed: string, day: number) => string;
  /** Called for each day whose prices may be published from now on. */
  onDay: (day: SeededDay) => void;
  say: (message: string, details: Record<string, unknown>) => void;
}

export class IndexSeeds {
  private today: SeedRecord | null = null;
  /** Messages already logged. */
  private readonly loggedMessages = new Set<string>();

  constructor(private readonly dependencies: IndexSeedsDependencies) {}

  /** The feed to publish, with a seed for the day of `now`. Rejects if there is none, also if the engine is unavailable. */
  async feedAt(now: number): Promise<string> {
    const day = dayOf(now);
    await this.reveal(day);
    if (this.today?.day !== day) {
      this.today = await this.commit(day);
      this.dependencies.onDay(this.today);
    }
    return this.today.feed;
  }

  /** Number of commitments whose seed is lost. */
  lostCount(): number {
    return [...this.dependencies.index().seeds.values()].filter(({ feed, day, hash }) => {
      return isOurs(feed) && hashOf(this.dependencies.file.findRecord({ feed, day })) !== hash;
    }).length;
  }

  /** Reveals the seeds of past days, also of days that ended while the process was down. */
  private async reveal(today: number): Promise<void> {
    const { commands, file, index } = this.dependencies;
    for (const { feed, day, seed } of file.allRecords()) {
      if (day >= today) continue;
      if (index().seeds.has(seedKey({ feed, day }))) {
        const command = { type: 'RevealSeed', day, seed } as const;
        const outcome = await commands.submit({ actor: `feed/${feed}`, command });
        if ('rejected' in outcome) {
          // The day may not be over yet by the journal's time.
          this.logOnce('the seed of the index is not told', { feed, day: dayName(day), code: outcome.rejected });
          continue;
        }
      }
      // Revealed now or before a crash, or never committed.
      file.dropRecord({ feed, day });
    }
    for (const commitment of index().seeds.values()) if (commitment.day < today) this.logLostSeed(commitment);
  }

  private async commit(day: number): Promise<SeedRecord> {
    const { commands, file, index, seedOf } = this.dependencies;
    for (let number = 1; number <= FEEDS_MAX; number++) {
      const feed = number === 1 ? FEED : `${FEED}-${number}`;
      const storedSeed = file.findRecord({ feed, day });
      const commitment = index().seeds.get(seedKey({ feed, day }));
      if (commitment) {
        if (storedSeed && hashOf(storedSeed) === commitment.hash) return storedSeed;
        this.logLostSeed(commitment);
        continue;
      }
      const record = { feed, day, seed: storedSeed?.seed ?? seedOf(feed, day), anchors: anchorsOf(index(), day) };
      file.put(record);
      const command = { type: 'PublishSeed', day, hash: hashOf(record) as string } as const;
      const outcome = await commands.submit({ actor: `feed/${feed}`, command });
      if ('rejected' in outcome) throw new Error(`the hash of the index's seed is refused: ${outcome.rejected}`);
      return record;
    }
    throw new Error('too many seeds of the index were lost today');
  }

  private logLostSeed({ feed, day, hash }: { feed: string; day: number; hash: string }): void {
    if (!isOurs(feed) || hashOf(this.dependencies.file.findRecord({ feed, day })) === hash) return;
    this.logOnce('the seed of the index is lost: nobody can compute its prices again', { feed, day: dayName(day) });
  }

  private logOnce(message: string, details: Record<string, unknown>): void {
    const line = JSON.stringify([message, details]);
    if (!this.loggedMessages.has(line)) this.dependencies.say(message, details);
    this.loggedMessages.add(line);
  }
}

function hashOf(record: SeedRecord | undefined): string | null {
  return record ? seedHash(record.seed) : null;
}

function isOurs(feed: string): boolean {
  return feed === FEED || feed.startsWith(`${FEED}-`);
}
