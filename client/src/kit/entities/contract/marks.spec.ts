import type { ContractMark } from '../../../../../shared/products/perpetual/stream';
import { keyOf } from '../../stream/stream-events';
import { marksSlice } from './marks';

const MARKET = 'BTC-USDT-PERP';
const told = (position: number, change: Partial<ContractMark> = {}): ContractMark => ({
  ...{ market: MARKET, position, mark: '50000', index: '50001', p1: '50000', p2: '49999', at: 1 },
  ...{ isStale: false, closeOnlyUntil: null, fundingRate: '0.0001', lastFundingRate: '-0.0002' },
  ...{ nextFundingAt: 9, openInterest: '3', asOf: 2 },
  ...change,
});
const { reducer, snapshotReceived, pushReceived, select } = marksSlice;
const after = (...pushes: ContractMark[]) => {
  const begun = reducer(undefined, snapshotReceived({ snapshot: told(5), at: 1 }));
  const marks = pushes.reduce((state, push) => reducer(state, pushReceived({ push, at: 2 })), begun);
  return select({ marks }, keyOf({ channel: 'mark', market: MARKET }));
};

describe('mark price of a contract', () => {
  it('is the latest one, even after a gap', () => {
    expect(after(told(9, { mark: '51000' })).mark).toMatchObject({ position: 9, mark: '51000' });
    expect(after(told(4, { mark: '49000' })).mark).toMatchObject({ position: 5, mark: '50000' });
  });

  it('may be missing', () => {
    expect(after(told(6, { mark: null, index: null, p1: null, p2: null })).mark?.mark).toBeNull();
  });

  it('resyncs on malformed data', () => {
    expect(after(told(6, { mark: '5e4' }))).toMatchObject({ mark: { position: 5 }, liveness: { isInStep: false } });
    expect(after(told(6, { fundingRate: '0.10' }))).toMatchObject({ liveness: { isInStep: false } });
  });
});
