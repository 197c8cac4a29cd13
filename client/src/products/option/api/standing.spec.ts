import { openOption } from '../../../testing/option';
import { elapsedPart, isCancelable, nextAt, paidIf, standingOf, statusAt } from './standing';

const WAITING = { entry: null, endsAt: null, status: 'pending_now' } as const;
const TIMED = { ...WAITING, status: 'pending_timed', startsAt: 60_000, entryFrom: 60_500 } as const;

describe('a contract that holds', () => {
  it('is being settled from its end on, to the millisecond, though no push says so', () => {
    expect(statusAt(openOption(), 70_999)).toBe('holding');
    expect(statusAt(openOption(), 71_000)).toBe('settling');
  });

  it('is being settled as soon as a level was reached', () => {
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

  it('stands as the publication that ended it has it, whatever the index is by now', () => {
    const hit = { price: '50100', at: 20_000, batch: 6 };
    expect(standingOf(openOption({ hit }), '40000')).toBe('winning');
  });

  it('would be paid the payout after the fee, its stake, or nothing', () => {
    expect(paidIf(openOption(), 'winning')).toBe('1790');
    expect(paidIf(openOption(), 'level')).toBe('1000');
    expect(paidIf(openOption(), 'losing')).toBe('0');
  });

  it('has a part of its time behind it, never more than all', () => {
    expect(elapsedPart(openOption(), 11_000)).toBe(0);
    expect(elapsedPart(openOption(), 26_000)).toBe(0.25);
    expect(elapsedPart(openOption(), 99_000)).toBe(1);
    // A clock that is behind.
    expect(elapsedPart(openOption(), 9_000)).toBe(0);
  });

  it('counts down to its end', () => {
    expect(nextAt(openOption(), 20_000)).toBe(71_000);
  });
});

describe('a contract that waits', () => {
  it('stands nowhere, and has nothing behind it', () => {
    expect(standingOf(openOption(WAITING), '60000')).toBeNull();
    expect(elapsedPart(openOption(WAITING), 99_000)).toBe(0);
    expect(statusAt(openOption(WAITING), 99_000)).toBe('pending_now');
  });

  it('counts down to its start, and then to its entry', () => {
    expect(nextAt(openOption(TIMED), 59_999)).toBe(60_000);
    expect(nextAt(openOption(TIMED), 60_000)).toBe(60_500);
    expect(nextAt(openOption(WAITING), 10_000)).toBe(10_500);
  });

  it('can be taken back only when a start was set, until five seconds before it', () => {
    expect(isCancelable(openOption(TIMED), 54_999, 5_000)).toBe(true);
    expect(isCancelable(openOption(TIMED), 55_000, 5_000)).toBe(false);
    expect(isCancelable(openOption(WAITING), 10_000, 5_000)).toBe(false);
    expect(isCancelable(openOption(), 10_000, 5_000)).toBe(false);
  });
});

it('stands nowhere while the index is not known', () => {
  expect(standingOf(openOption(), null)).toBeNull();
});
