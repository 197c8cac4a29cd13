/** Second contracts. */
import { INDEX_DECIMALS, OPTION_NOTIFICATIONS, OPTION_PURCHASES } from './notifications';
import { OptionsView } from './live/options';
import { ENDED_OPTION } from './ended';
import { product } from '../product';
import { optionContractsProjection } from './stored/contracts';

export const OPTION = product({
  projections: [optionContractsProjection],
  notifications: OPTION_NOTIFICATIONS,
  subjects: [OPTION_PURCHASES, INDEX_DECIMALS],
  live: ({ markets, index }) => ({ options: new OptionsView(markets, index) }),
  feeds: { option: 'options' },
  ended: ENDED_OPTION,
});
