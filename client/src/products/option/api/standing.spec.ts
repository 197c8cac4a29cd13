import { openOption } from '../../../testing/option';
import { elapsedPart, isCancelable, nextChangeAt, payoutIf, standingOf, statusAt } from './standing';

const WAITING = { entry: null, endsAt: null, status: 'pending_now' } as const;
const TIMED = { ...WAITING, status: 'pending_timed', startsAt: 60_000, entryFrom: 60_500 } as const;

describe('holding contract', () => {
  it('is settling from the millisecond it ends, even without a push', () => {
    expect(statusAt(openOption(), 70_999)).toBe('holding');
    expect(statusAt(openOption(), 71_000)).toBe('settling');
  });

  it('is settling once a level was hit', () => {
    const hit = { price: '50100', at: 20_000, batch: 6 };
    expect(statusAt(openOption({ hit }), 20_000)).toBe('settling');
  });

  it.each([
    ['up', '50000.01', 'winning'],
    ['up', '50000', 'level'],
    ['up', '49999.99', 'losing'],
    ['down', '50000.01', 'losing'],
    ['down', '50000.00', 'level'],
    ['down', '49999.99', 'winning'],
  ] as const)('%s from 50,000 is at %s %s', (direction, price, standing) => {
    expect(standingOf(openOption({ direction }), price)).toBe(standing);
  });

  it('is judged by the publication that hit a level, not by the current index', () => {
    const hit = { price: '50100', at: 20_000, batch: 6 };
    expect(standingOf(openOption({ hit }), '40000')).toBe('winning');
  });

  it('pays out the net payout, the stake, or nothing', () => {
    expect(payoutIf(openOption(), 'winning')).toBe('1790');
    expect(payoutIf(openOption(), 'level')).toBe('1000');
    expect(payoutIf(openOption(), 'losing')).toBe('0');
  });

  it('has an elapsed share from 0 to 1', () => {
    expect(elapsedPart(openOption(), 11_000)).toBe(0);
    expect(elapsedPart(openOption(), 26_000)).toBe(0.25);
    expect(elapsedPart(openOption(), 99_000)).toBe(1);
    // The local clock may lag.
    expect(elapsedPart(openOption(), 9_000)).toBe(0);
  });

  it('counts down to its end', () => {
    expect(nextChangeAt(openOption(), 20_000)).toBe(71_000);
  });
});

describe('waiting contract', () => {
  it('has no standing and no elapsed time', () => {
    expect(standingOf(openOption(WAITING), '60000')).toBeNull();
    expect(elapsedPart(openOption(WAITING), 99_000)).toBe(0);
    expect(statusAt(openOption(WAITING), 99_000)).toBe('pending_now');
  });

  it('counts down to its start, then to its entry', () => {
    expect(nextChangeAt(openOption(TIMED), 59_999)).toBe(60_000);
    expect(nextChangeAt(openOption(TIMED), 60_000)).toBe(60_500);
    expect(nextChangeAt(openOption(WAITING), 10_000)).toBe(10_500);
  });

  it('can be cancelled until 5 s before a set start only', () => {
    expect(isCancelable(openOption(TIMED), 54_999, 5_000)).toBe(true);
    expect(isCancelable(openOption(TIMED), 55_000, 5_000)).toBe(false);
    expect(isCancelable(openOption(WAITING), 10_000, 5_000)).toBe(false);
    expect(isCancelable(openOption(), 10_000, 5_000)).toBe(false);
  });
});

it('has no standing while the index is unknown', () => {
  expect(standingOf(openOption(), null)).toBeNull();
});
