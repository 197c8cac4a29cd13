import { withdrawalBlocksIn } from './withdrawal-blocks';
import { leftPercent } from './limit-left';

const NOW = 1_760_000_000_000;
const free = { stopped: false, heldUntil: null, hasFundPassword: true, price: '1', limitLeft: '1000' };

describe('withdrawal restrictions', () => {
  it('are none without problems or after a hold', () => {
    expect(withdrawalBlocksIn(free, NOW)).toEqual([]);
    expect(withdrawalBlocksIn({ ...free, heldUntil: NOW }, NOW)).toEqual([]);
  });

  it('are all listed at once', () => {
    const none = { stopped: true, heldUntil: NOW + 1, hasFundPassword: false, price: null, limitLeft: '0.00' };
    expect(withdrawalBlocksIn(none, NOW)).toEqual(['stopped', 'held', 'no_fund_password', 'not_valued', 'limit_used']);
  });
});

describe('remaining limit', () => {
  it.each([
    ['1000', '1000', 100],
    ['1000', '999.99999999', 99],
    ['1000', '0', 0],
    ['0', '0', 0],
  ])('of %s with %s left is %d %%', (limit, limitLeft, percent) => {
    expect(leftPercent({ limit, limitLeft })).toBe(percent);
  });
});
