/** An amount of USDT in the environment: units of scale 8, like all values. */
import { z } from 'zod';
import { unitsOf } from '../../../shared/rules/units';
import { VALUE_SCALE } from '../../../shared/rules/valuation';

export const usdtAmount = z
  .string()
  .regex(/^\d{1,10}(\.\d{1,8})?$/, 'must be an amount of USDT, as 10000 or 0.5')
  .transform((text) => unitsOf(text, VALUE_SCALE) as bigint);
