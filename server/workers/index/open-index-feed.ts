/** Opens the source of index prices: simulated in the demo, else the configured exchanges, else none. */
import { randomInt } from 'node:crypto';
import type { IndexState } from '../../core/index-price/state';
import type { CommandPort } from '../../engine/port';
import type { Config } from '../../platform/config/config';
import type { Metrics } from '../../platform/metrics/metrics';
import { ExchangeSources } from '../../platform/prices/exchanges/exchange-sources';
import { SeedFile } from '../../platform/prices/simulated/seed-file';
import { seedByChance, seedsFrom } from '../../platform/prices/simulated/seeds';
import { SimulatedSources } from '../../platform/prices/simulated/simulated-sources';
import { SIMULATED_SYMBOLS } from '../../platform/prices/simulated/simulated-symbols';
import { IndexFeed, type IndexFeedDependencies } from './index-feed';
import { IndexSeeds } from './index-seeds';

/** Public exchanges: their prices have no seed to reveal. */
const EXCHANGES_FEED = 'exchanges';
/** Maximum random addition in ms to the second between two publications. */
const RANDOM_DELAY_MS_MAX = 600;
const randomDelayMs = (): number => randomInt(RANDOM_DELAY_MS_MAX + 1);

export interface FeedOpeningDependencies {
  config: Pick<Config, 'demo' | 'demoIndexSeed' | 'indexSources' | 'dataDir'>;
  commands: Pick<CommandPort, 'submit'>;
  index: () => Readonly<IndexState>;
  clock: () => number;
  metrics: Metrics;
  say: IndexFeedDependencies['say'];
}

/** Returns a feed that is not started yet. */
export function openIndexFeed(dependencies: FeedOpeningDependencies): IndexFeed | null {
  const { config, metrics, say } = dependencies;
  if (config.demo) return openSimulated(dependencies);
  if (config.indexSources.length === 0) return null;
  const sources = new ExchangeSources({ exchanges: config.indexSources.map((name) => ({ name })) }, say);
  const feed = new IndexFeed({ ...dependencies, randomDelayMs, sources, feedAt: async () => EXCHANGES_FEED });
  metrics.watchIndex(feed, () => 0);
  return feed;
}

function openSimulated(dependencies: FeedOpeningDependencies): IndexFeed {
  const { config, clock, metrics } = dependencies;
  const sources = new SimulatedSources(SIMULATED_SYMBOLS, clock);
  const seedOf = config.demoIndexSeed === undefined ? seedByChance : seedsFrom(config.demoIndexSeed);
  const file = new SeedFile(config.dataDir);
  const seeds = new IndexSeeds({ ...dependencies, file, seedOf, onDay: (day) => sources.walkOn(day) });
  const feed = new IndexFeed({ ...dependencies, randomDelayMs, sources, feedAt: (now) => seeds.feedAt(now) });
  metrics.watchIndex(feed, () => seeds.lostCount());
  return feed;
}
