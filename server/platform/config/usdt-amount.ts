/** An amount of USDT as the environment writes it: units of scale 8, as everything is valued. */
import { z } from 'zod';
import { unitsOf } from '../../../shared/rules/units';
import { VALUE_SCALE } from '../../../shared/rules/values';

export const usdtAmount = z
  .string()
  .regex(/^\d{1,10}(\.\d{1,8})?$/, 'must be an amount of USDT, as 10000 or 0.5')
  .transform((text) => unitsOf(text, VALUE_SCALE) as bigint);
