import fc from 'fast-check';
import { compare, differenceOf } from '../../../kit/lib/numbers/exact';
import { amountFault, withdrawalTerms } from './withdrawal-terms';

const quote = { available: '100', notFinal: '0', fee: '1.5', minimum: '10', price: '1', limitLeft: '1000' };

describe('withdrawal terms', () => {
  it('are received amount, amount with fee, and value', () => {
    expect(withdrawalTerms('20.25', quote)).toEqual({ received: '20.25', debitAmount: '21.75', value: '20.25' });
  });

  it('round the value up', () => {
    expect(withdrawalTerms('0.00000001', { fee: '0', price: '64012.55' }).value).toBe('0.00064013');
    expect(withdrawalTerms('1', { fee: '0', price: '0.000000001' }).value).toBe('0.00000001');
    expect(withdrawalTerms('1', { fee: '0', price: null }).value).toBeNull();
  });
});

describe('amount check', () => {
  it.each([
    ['0', {}, 'amount.not.positive'],
    ['9.99999999', {}, 'withdrawal.too.small'],
    ['10', {}, null],
    ['98.5', {}, null],
    ['98.50000001', {}, 'balance.insufficient'],
    ['68.5', { notFinal: '30' }, null],
    ['68.50000001', { notFinal: '30' }, 'withdrawal.not.final'],
    ['98.50000001', { notFinal: '30' }, 'balance.insufficient'],
    ['20', { price: null }, 'withdrawal.not.valued'],
    ['20', { price: '50' }, null],
    ['20', { price: '50.00000001' }, 'withdrawal.limit.exceeded'],
  ])('%s with %p: %p', (amount, changed, fault) => {
    expect(amountFault(amount, { ...quote, ...changed })).toBe(fault);
  });

  it('never passes more than the available balance', () => {
    const units = fc
      .nat(2_000_000_000)
      .map((count) => `${Math.floor(count / 1e6)}.${String(count % 1e6).padStart(6, '0')}`);
    fc.assert(
      fc.property(units, units, units, (amount, available, fee) => {
        const terms = { ...quote, available, fee, limitLeft: '100000000' };
        if (amountFault(amount, terms) !== null) return;
        expect(
          compare(differenceOf(available, withdrawalTerms(amount, terms).debitAmount), '0'),
        ).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
