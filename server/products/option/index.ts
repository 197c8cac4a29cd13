/** Second contracts. */
import { OPTION_ROUTES } from '../../../shared/products/option/wire';
import { OPTION_STAFF_ROUTES } from '../../../shared/products/option/staff';
import { INDEX_DECIMALS, OPTION_NOTIFICATIONS, OPTION_PURCHASES } from './notifications';
import { OptionsView } from './live/options';
import { ENDED_OPTION } from './ended';
import { OPTIONS_SLICE } from './core/settle';
import { DURATIONS_MAX, PRODUCTS_MAX } from './core/terms';
import { GAIN, product } from '../product';
import { verifyToLines } from './certificate-lines';
import { OPTION_STAFF } from './staff';

export const OPTION = product({
  routes: { option: OPTION_ROUTES, optionStaff: OPTION_STAFF_ROUTES },
  notifications: OPTION_NOTIFICATIONS,
  subjects: [OPTION_PURCHASES, INDEX_DECIMALS],
  live: ({ markets, index }) => ({ options: new OptionsView(markets, index) }),
  feeds: { option: 'options' },
  ended: ENDED_OPTION,
  leftOpen: { option_contracts: 'open = 1' },
  cover: {
    view: 'options',
    metric: 'exchange_options',
    held: 'What stands behind payouts of second contracts',
    promised: 'The most that open second contracts may cost beside their stakes',
  },
  entryKinds: {
    option_buy: 'The stake of a second contract is locked.',
    option_refund: 'A stake returns: a tie, a cancelled contract, or one without a result.',
    option_return: 'The returned stake of a contract that won or ended early at a level.',
    option_income: 'The payout of a contract beyond its stake.',
    option_fee: 'The fee of a contract that gained.',
    option_lost: 'The stake of a lost contract.',
    option_lost_fee: 'The fee of a contract without gain, out of its stake.',
    option_fund: 'Owners’ money goes into the account behind second contracts.',
    option_release: 'Money behind second contracts that is not promised returns to the owners.',
  },
  limits: [
    ['products of second contracts', PRODUCTS_MAX],
    ['durations of a second contract', DURATIONS_MAX],
    ['second contracts that one batch begins or ends', OPTIONS_SLICE],
  ],
  taxTags: { option_buy: GAIN, option_fee: GAIN },
  checkCertificate: verifyToLines,
  staff: OPTION_STAFF,
});
