/** Tables of all products. Apart from `all.ts`, because whatever reads a table is typed by them. */
import { EARN_TABLES } from './earn/stored/tables';
import { OPTION_TABLES } from './option/stored/tables';
import { PERPETUAL_TABLES } from './perpetual/stored/tables';
import { REFERRAL_TABLES } from './referral/stored/tables';
import { ROBOT_TABLES } from './robot/stored/tables';

export const PRODUCT_TABLES = {
  ...PERPETUAL_TABLES,
  ...OPTION_TABLES,
  ...REFERRAL_TABLES,
  ...EARN_TABLES,
  ...ROBOT_TABLES,
};
