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
import { IndexFeed, type IndexFeedParts } from './index-feed';
import { IndexSeeds } from './index-seeds';

/** Public exchanges: their prices have no seed to reveal. */
const EXCHANGES_FEED = 'exchanges';
/** Maximum random addition in ms to the second between two publications. */
const EXTRA_MS_MAX = 600;
const extraMs = (): number => randomInt(EXTRA_MS_MAX + 1);

export interface OpenIndexFeedParts {
  config: Pick<Config, 'demo' | 'demoIndexSeed' | 'indexSources' | 'dataDir'>;
  commands: Pick<CommandPort, 'submit'>;
  index: () => Readonly<IndexState>;
  clock: () => number;
  metrics: Metrics;
  say: IndexFeedParts['say'];
}

/** Returns a feed that is not started yet. */
export function openIndexFeed(surroundings: OpenIndexFeedParts): IndexFeed | null {
  const { config, metrics, say } = surroundings;
  if (config.demo) return openSimulated(surroundings);
  if (config.indexSources.length === 0) return null;
  const sources = new ExchangeSources({ exchanges: config.indexSources.map((name) => ({ name })) }, say);
  const feed = new IndexFeed({ ...surroundings, extraMs, sources, feedAt: async () => EXCHANGES_FEED });
  metrics.watchIndex(feed, () => 0);
  return feed;
}

function openSimulated(surroundings: OpenIndexFeedParts): IndexFeed {
  const { config, clock, metrics } = surroundings;
  const sources = new SimulatedSources(SIMULATED_SYMBOLS, clock);
  const seedOf = config.demoIndexSeed === undefined ? seedByChance : seedsFrom(config.demoIndexSeed);
  const file = new SeedFile(config.dataDir);
  const seeds = new IndexSeeds({ ...surroundings, file, seedOf, onDay: (day) => sources.walkOn(day) });
  const feed = new IndexFeed({ ...surroundings, extraMs, sources, feedAt: (now) => seeds.feedAt(now) });
  metrics.watchIndex(feed, () => seeds.lostCount());
  return feed;
}
