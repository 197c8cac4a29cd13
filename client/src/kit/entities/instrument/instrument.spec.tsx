import { renderHook } from '@testing-library/react';
import { configureStore } from '@reduxjs/toolkit';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { stubNetwork, success } from '../../../../../test/support/network';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { api } from '../../api/api';
import { settle } from '../../../testing/settle';
import { instrumentOf, labelOf, useInstrument, useInstruments, useInstrumentsById } from './instrument';

/** The name gives no hint of the label or the assets. */
const MARKET = {
  ...{ name: 'spot7', product: 'spot', label: 'DOGE/EUR', base: 'DOGE', quote: 'EUR', tick: '0.5', lot: '10' },
  decimals: { price: 1, quantity: 0, notional: 2 },
} as MarketRecord;

function show<Result>(hook: () => Result) {
  stubNetwork({
    '/exchange/app/product/indexList': () => success({ records: [MARKET], total: 1, pageIndex: 1, pageSize: 200 }),
  });
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  return renderHook(hook, { wrapper });
}

describe('instrument', () => {
  it('is derived once from a market record', () => {
    const instrument = instrumentOf(MARKET);
    expect(instrument).toMatchObject({
      ...{ id: 'spot7', product: 'spot', label: 'DOGE/EUR', base: 'DOGE', quote: 'EUR' },
      decimals: { price: 1, quantity: 0, notional: 2 },
    });
    expect(instrument.terms).toBe(MARKET);
    expect(instrumentOf(MARKET)).toBe(instrument);
    expect(instrumentOf({ ...MARKET, price: '2' })).not.toBe(instrument);
  });

  it('is found by id once the list is loaded', async () => {
    const { result } = show(() => [useInstrument('spot7'), useInstrument('DOGE-EUR'), useInstruments()] as const);
    expect(result.current).toEqual([undefined, undefined, []]);
    await settle();
    const [found, unknown, all] = result.current;
    expect(found?.label).toBe('DOGE/EUR');
    expect(unknown).toBeUndefined();
    expect(all).toEqual([found]);
  });

  it('is labelled by its id while unknown', async () => {
    const { result } = show(() => {
      const known = useInstrumentsById();
      return ['spot7', 'spot8'].map((id) => labelOf(known, id));
    });
    expect(result.current).toEqual(['spot7', 'spot8']);
    await settle();
    expect(result.current).toEqual(['DOGE/EUR', 'spot8']);
  });
});
