import { screen } from '@testing-library/react';
import { stubNetwork, success } from '../../../../../test/support/network';
import { marketSlice } from '../../../kit/entities/market/market-slice';
import { startLanguage } from '../../../kit/i18n/i18n';
import { MARKET } from '../../../testing/market';
import { press, showPage, testStore } from '../../../testing/page';
import { PERPETUAL } from '../../../testing/perpetual';
import { MarketsNow } from './markets-now';

const ETHER = { ...MARKET, name: 'ETH-USDT', label: 'ETH/USDT', base: 'ETH' };

beforeAll(startLanguage);

async function show(markets: readonly object[]): Promise<void> {
  stubNetwork({
    '/exchange/app/product/indexList': () =>
      success({ records: markets, total: markets.length, pageIndex: 1, pageSize: 200 }),
    '/exchange/app/spot/tickers': () => success([]),
    '/exchange/app/spot/kline': () => success([]),
  });
  await showPage(testStore({ market: marketSlice.reducer }), <MarketsNow />);
}

const links = () =>
  [...screen.getByRole('table').querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]);

it('shows contracts among the hot markets and in their own tab', async () => {
  await show([MARKET, ETHER, PERPETUAL]);
  expect(links()).toHaveLength(3);
  await press('Futures');
  expect(links()).toEqual([['BTC/USDT perpetual', '/contractTransaction?market=BTC-USDT-PERP']]);
  await press('Hot');
  expect(links()).toHaveLength(3);
});

it('has no futures tab without contracts', async () => {
  await show([MARKET, ETHER]);
  expect(links()).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Futures' })).toBeNull();
});
