/** All mutants, by theme. */
import { EARN } from './earn';
import { FEES } from './fees';
import { FUNDING } from './funding';
import { INDEX } from './index-prices';
import { LIQUIDATION } from './liquidation';
import { MONEY } from './money';
import { OPTIONS } from './options';
import { PERPETUAL } from './perpetual';
import { REFERRAL } from './referral';
import { ROBOT } from './robot';
import { SPOT } from './spot';
import { STAFF } from './staff';
import { WALLET } from './wallet';
import type { Mutant } from './mutant';

export const MUTANTS: readonly Mutant[] = [
  ...MONEY,
  ...INDEX,
  ...SPOT,
  ...FEES,
  ...PERPETUAL,
  ...FUNDING,
  ...LIQUIDATION,
  ...OPTIONS,
  ...EARN,
  ...ROBOT,
  ...REFERRAL,
  ...WALLET,
  ...STAFF,
];
