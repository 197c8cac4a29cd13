/** Conversions and small balances. */
import { CONVERT_STAFF_ROUTES } from '../../../shared/products/convert/staff';
import { CONVERT_ROUTES } from '../../../shared/products/convert/wire';
import { DUST_COINS_MAX } from '../../../shared/products/convert/rules/dust';
import { QUOTE_VALID_MS } from '../../../shared/products/convert/rules/quote';
import { product } from '../product';
import { DustView } from './live/dust';
import { CONVERT_STAFF } from './staff';

export const CONVERT = product({
  routes: { convert: CONVERT_ROUTES, convertStaff: CONVERT_STAFF_ROUTES },
  live: () => ({ dust: new DustView() }),
  entryKinds: {
    dust_sell: 'A small balance goes to the house.',
    dust_pay: 'USDT of the house for a small balance.',
    dust_fund: 'Owners’ USDT goes into the account behind small balances.',
    dust_release: 'What lies in the account behind small balances returns to the owners.',
  },
  taxTrade: ['dust_sell', 'dust_pay'],
  limits: [
    ['time for which a quote of a conversion is good, milliseconds', QUOTE_VALID_MS],
    ['small balances of one conversion', DUST_COINS_MAX],
  ],
  staff: CONVERT_STAFF,
});
