/** Every product of the exchange, in the order of the menus. */
import { CONTRACT } from './perpetual/manifest';
import { CONVERSIONS } from './convert/manifest';
import { EARN } from './earn/manifest';
import type { ProductManifest } from './manifest';
import { OPTION } from './option/manifest';
import { REFERRAL } from './referral/manifest';
import { ROBOTS } from './robot/manifest';
import { SPOT } from './spot/manifest';

export const PRODUCTS: readonly ProductManifest[] = [SPOT, CONVERSIONS, CONTRACT, OPTION, EARN, ROBOTS, REFERRAL];
