import type { MarketRecord } from '../../../../shared/wire/product';
import { addressOf, chosenOf, marketInAddress } from './choice';

const markets = [{ name: 'BTC-USDT' }, { name: 'ETH-USDT' }] as MarketRecord[];

describe('the market being watched', () => {
  it('is the one wanted, as long as it is listed, else the first', () => {
    expect(chosenOf(markets, 'ETH-USDT')?.name).toBe('ETH-USDT');
    expect(chosenOf(markets, 'XXX-USDT')?.name).toBe('BTC-USDT');
    expect(chosenOf(markets, null)?.name).toBe('BTC-USDT');
    expect(chosenOf([], 'BTC-USDT')).toBeUndefined();
  });

  it('stands in the address', () => {
    expect(marketInAddress(addressOf('BTC-USDT'))).toBe('BTC-USDT');
    expect(marketInAddress('')).toBeNull();
  });
});
