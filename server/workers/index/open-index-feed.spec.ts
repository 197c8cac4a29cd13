import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LiveExchange } from '../../../test/tools/people/live-exchange';
import { livePort } from '../../../test/tools/live-port';
import { DEMO_INDEX, DEMO_MARKETS } from '../../demo/past/listings';
import { loadConfig } from '../../platform/config/config';
import { Metrics } from '../../platform/metrics/metrics';
import { SIMULATED_SYMBOLS } from '../../platform/prices/simulated/simulated-symbols';
import { openIndexFeed } from './open-index-feed';

const dataDir = mkdtempSync(path.join(tmpdir(), 'exchange-feed-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

function opened(env: Record<string, string>) {
  const exchange = new LiveExchange();
  const metrics = new Metrics();
  const commands = livePort(exchange);
  const feed = openIndexFeed({
    config: loadConfig({ DATA_DIR: dataDir, ...env }),
    commands,
    index: () => exchange.state.index,
    clock: () => exchange.at,
    metrics,
    say: () => undefined,
  });
  return { exchange, commands, feed, metrics };
}

describe('index prices of an exchange', () => {
  it('come from three simulated sources in the demo, for every market', async () => {
    const { exchange, commands, feed, metrics } = opened({});
    for (const terms of DEMO_INDEX) exchange.run({ type: 'SetIndexTerms', ...terms }, 'admin/1');
    const publication = await feed?.publication();
    if (publication) await commands.submit(publication);
    const { symbols, sources } = exchange.state.index;
    expect(sources).toEqual(['sim-d', 'sim-e', 'sim-f']);
    expect([...symbols.keys()]).toEqual(DEMO_MARKETS.map(({ market }) => market));
    for (const { terms, latest } of symbols.values()) {
      expect(latest?.sources).toHaveLength(3);
      expect(String(latest?.price).length).toBeGreaterThanOrEqual(6);
      expect(String(latest?.price).length).toBeLessThanOrEqual(8);
      expect(feed?.latest(terms.symbol)).not.toBeNull();
    }
    const told = await metrics.registry.metrics();
    expect(told).toContain('exchange_index_age_seconds{symbol="BTC-USDT"} 0');
    expect(told).toContain('exchange_index_source_alive{source="sim-e"} 1');
    expect(told).toContain('exchange_index_seeds_lost 0');
  });

  it('begin at the listed prices in the demo', () => {
    expect(SIMULATED_SYMBOLS.map(({ symbol, opening }) => [symbol, opening])).toEqual(
      DEMO_MARKETS.map(({ market, referencePrice }) => [market, referencePrice]),
    );
  });

  it('have no source outside the demo unless exchanges are configured', async () => {
    expect(opened({ DEMO: 'off' }).feed).toBeNull();
    const { feed } = opened({ DEMO: 'off', INDEX_SOURCES: 'kraken,okx' });
    expect([...(feed?.alive().keys() ?? [])]).toEqual(['kraken', 'okx']);
    // No source is subscribed before there is a symbol.
    expect(await feed?.publication()).toBeNull();
    await feed?.stop();
  });
});
