import { startBinance, type BinanceServer } from '../../../../test/tools/chains/binance-server';
import type { SourcePrice } from '../index-sources';
import { ExchangeSources } from './exchange-sources';

/** The thread runs the compiled file. */
const NOW = Date.now();

describe('exchanges as sources', () => {
  let binance: BinanceServer;
  let sources: ExchangeSources;
  let said: string[];

  beforeEach(async () => {
    binance = await startBinance([
      ['BTC', 'USDT'],
      ['ETH', 'USDT'],
      ['DOGE', 'USDT'],
    ]);
    said = [];
    const pauses = { firstMs: 10, maxMs: 40, silentMs: 30_000 };
    sources = new ExchangeSources(
      { exchanges: [{ name: 'binance', options: binance.options }, { name: 'nowhere' }], pauses },
      (message, facts) => said.push(JSON.stringify({ message, ...facts })),
    );
  });
  afterEach(async () => {
    await sources.stop();
    await binance.close();
  });

  const [ofBinance, ofNowhere] = [0, 1];
  const latest = (symbol: string, source = ofBinance): SourcePrice | null => sources.sources[source].latest(symbol);

  /** Sends repeatedly, like an exchange, until it is received. */
  async function until(isHeard: () => boolean, send: () => void): Promise<void> {
    while (!isHeard()) {
      send();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  it('report their stream’s prices and times, and reconnect after an interruption', async () => {
    expect(sources.sources.map(({ name }) => name)).toEqual(['binance', 'nowhere']);
    expect(latest('BTC-USDT')).toBeNull();
    sources.follow(['BTC-USDT', 'ETH-USDT', 'XMR-USDT']);
    expect([...(await binance.subscribed())].sort()).toEqual(['btcusdt@miniTicker', 'ethusdt@miniTicker']);
    await until(
      () => latest('BTC-USDT') !== null,
      () => binance.tick('BTCUSDT', '64999.12', NOW - 2_000),
    );
    expect(latest('BTC-USDT')).toEqual({ price: '64999.12', at: NOW - 2_000 });
    expect(latest('ETH-USDT')).toBeNull();

    binance.drop();
    await binance.subscribed();
    expect(latest('BTC-USDT')).toEqual({ price: '64999.12', at: NOW - 2_000 });
    await until(
      () => latest('BTC-USDT')?.price === '65001',
      () => binance.tick('BTCUSDT', '65001.00', NOW - 1_000),
    );
    expect(latest('BTC-USDT')?.at).toBe(NOW - 1_000);
    expect(said.join('\n')).toContain('listening to 2 of 3 symbols');
    expect(said.filter((line) => line.includes('again in')).length).toBeGreaterThan(0);
  });

  it('ignore invalid, late and unrequested prices', async () => {
    sources.follow(['BTC-USDT']);
    await binance.subscribed();
    const garbage = [
      'no json',
      '{"e":',
      '[]',
      'null',
      '{"e":"24hrMiniTicker"}',
      '{"e":"24hrMiniTicker","s":"BTCUSDT"}',
    ];
    garbage.forEach((text) => binance.send(text));
    for (const price of ['-1', '0', 'NaN', '1e400', '']) binance.tick('BTCUSDT', price, NOW);
    binance.tick('BTCUSDT', '1', NOW + 3_600_000);
    binance.tick('DOGEUSDT', '0.12', NOW);
    binance.tick('XXXUSDT', '7', NOW);
    await until(
      () => latest('BTC-USDT') !== null,
      () => binance.tick('BTCUSDT', '65000', NOW - 1_000),
    );
    expect(latest('BTC-USDT')).toEqual({ price: '65000', at: NOW - 1_000 });
    binance.tick('BTCUSDT', '64000', NOW - 9_000);
    const seen = new Set<string | undefined>();
    await until(
      () => seen.add(latest('BTC-USDT')?.price).has('65002'),
      () => binance.tick('BTCUSDT', '65002', NOW - 500),
    );
    expect([...seen]).toEqual(['65000', '65002']);
    expect(latest('DOGE-USDT')).toBeNull();
    expect(latest('XXX-USDT')).toBeNull();
  });

  it('resubscribe when the symbols change', async () => {
    sources.follow(['BTC-USDT']);
    expect(await binance.subscribed()).toEqual(['btcusdt@miniTicker']);
    sources.follow(['ETH-USDT']);
    expect(await binance.subscribed()).toEqual(['ethusdt@miniTicker']);
    await until(
      () => latest('ETH-USDT') !== null,
      () => binance.tick('ETHUSDT', '3400.5', NOW),
    );
    expect(latest('ETH-USDT', ofNowhere)).toBeNull();
    expect(said.join('\n')).toContain('no exchange of this name');
  });
});
