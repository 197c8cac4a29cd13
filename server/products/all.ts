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

type ToAll<T> = (all: T) => void;
type Together<Each> = [Each] extends [ToAll<infer All>] ? All : never;

type ViewsOf<Row> = Row extends { live(this: void, common: never): infer Views } ? ToAll<Views> : never;
/** The live views of all products by their names. */
export type ProductViews = Together<ViewsOf<(typeof ALL)[number]>>;

type FeedsOf<Row> = Row extends { feeds: infer Feeds } ? ToAll<Feeds> : never;
export const PRODUCT_FEEDS = Object.assign({}, ...PRODUCTS.map(({ feeds }) => feeds)) as Together<
  FeedsOf<(typeof ALL)[number]>
>;

type CoverOf<Row> = Row extends { cover: infer Cover } ? Cover : never;
export const PRODUCT_COVERS = PRODUCTS.flatMap(({ cover = [] }) => cover) as readonly CoverOf<(typeof ALL)[number]>[];

type EntryKindsOf<Row> = Row extends { entryKinds: infer Kinds } ? ToAll<Kinds> : never;
export const PRODUCT_ENTRY_KINDS = Object.assign({}, ...PRODUCTS.map(({ entryKinds }) => entryKinds)) as Together<
  EntryKindsOf<(typeof ALL)[number]>
>;

type StaffOf<Row> = Row extends { staff: infer Staff } ? ToAll<Staff> : never;
export const PRODUCT_STAFF = Object.assign({}, ...PRODUCTS.map(({ staff }) => staff)) as Together<
  StaffOf<(typeof ALL)[number]>
>;
type RequestOf<Converter> = Converter extends (request: infer Request, knowledge: never) => unknown ? Request : never;
/** Requests of staff by the type of the command. */
export type ProductStaffRequests = {
  [T in keyof typeof PRODUCT_STAFF]: RequestOf<(typeof PRODUCT_STAFF)[T]>;
};
