/** All products. Shared code iterates over these rows in this order. */
import { CONVERT } from './convert';
import { EARN } from './earn';
import { OPTION } from './option';
import { PERPETUAL } from './perpetual';
import type { ProductRow } from './product';
import { REFERRAL } from './referral';
import { ROBOT } from './robot';
import { WALLET } from './wallet';

const ALL = [PERPETUAL, OPTION, EARN, ROBOT, CONVERT, REFERRAL, WALLET] as const;

export const PRODUCTS: readonly ProductRow[] = ALL;

/** One check per kind of certificate. */
export const CERTIFICATE_CHECKS = PRODUCTS.flatMap(({ checkCertificate }) => checkCertificate ?? []);

type Consumer<T> = (all: T) => void;
type Intersection<Each> = [Each] extends [Consumer<infer All>] ? All : never;

type ViewsOf<Row> = Row extends { live(this: void, common: never): infer Views } ? Consumer<Views> : never;
/** The live views of all products by their names. */
export type ProductViews = Intersection<ViewsOf<(typeof ALL)[number]>>;

type FeedsOf<Row> = Row extends { feeds: infer Feeds } ? Consumer<Feeds> : never;
export const PRODUCT_FEEDS = Object.assign({}, ...PRODUCTS.map(({ feeds }) => feeds)) as Intersection<
  FeedsOf<(typeof ALL)[number]>
>;

type CoverOf<Row> = Row extends { cover: infer Cover } ? Cover : never;
export const PRODUCT_COVERS = PRODUCTS.flatMap(({ cover = [] }) => cover) as readonly CoverOf<(typeof ALL)[number]>[];

type EntryKindsOf<Row> = Row extends { entryKinds: infer Kinds } ? Consumer<Kinds> : never;
export const PRODUCT_ENTRY_KINDS = Object.assign({}, ...PRODUCTS.map(({ entryKinds }) => entryKinds)) as Intersection<
  EntryKindsOf<(typeof ALL)[number]>
>;

type StaffOf<Row> = Row extends { staff: infer Staff } ? Consumer<Staff> : never;
export const PRODUCT_STAFF = Object.assign({}, ...PRODUCTS.map(({ staff }) => staff)) as Intersection<
  StaffOf<(typeof ALL)[number]>
>;
type RequestOf<Converter> = Converter extends (request: infer Request, knowledge: never) => unknown ? Request : never;
export type ProductStaffRequests = {
  [T in keyof typeof PRODUCT_STAFF]: RequestOf<(typeof PRODUCT_STAFF)[T]>;
};
