/** All products. What is common to them asks these rows, in this order. */
import { EARN } from './earn';
import { OPTION } from './option';
import { PERPETUAL } from './perpetual';
import type { ProductRow } from './product';
import { REFERRAL } from './referral';
import { ROBOT } from './robot';
import { WALLET } from './wallet';

const ALL = [PERPETUAL, OPTION, EARN, ROBOT, REFERRAL, WALLET] as const;

export const PRODUCTS: readonly ProductRow[] = ALL;

type ViewsOf<Row> = Row extends { live(this: void, common: never): infer Views } ? (views: Views) => void : never;
/** The live views of all products by their names. */
export type ProductViews = ViewsOf<(typeof ALL)[number]> extends (views: infer Views) => void ? Views : never;
