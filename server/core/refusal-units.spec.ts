/** Each code of a refusal has its units from one product. */
import { REJECTION_CODES } from '../../shared/rules/codes';
import { earnRefusals } from '../products/earn/core/product';
import { optionRefusals } from '../products/option/core/product';
import { perpetualRefusals } from '../products/perpetual/core/product';
import { REFUSAL_UNITS } from './products';
import { robotRefusals } from '../products/robot/core/product';
import { spotRefusals } from '../products/spot/core/product';
import { staffRefusals } from './staff/product';
import { walletRefusals } from '../products/wallet/core/product';

test('no two products give units to the same refusal, and all of them are refusals', () => {
  const all = [
    spotRefusals,
    perpetualRefusals,
    walletRefusals,
    staffRefusals,
    optionRefusals,
    earnRefusals,
    robotRefusals,
  ];
  const codes = all.flatMap((units) => Object.keys(units));
  expect(new Set(codes).size).toBe(codes.length);
  expect(Object.keys(REFUSAL_UNITS).sort()).toEqual(codes.sort());
  expect(codes.filter((code) => !REJECTION_CODES.includes(code as never))).toEqual([]);
});
