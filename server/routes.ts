/** Every endpoint of the exchange, by area. */
import type { Route } from '../shared/wire/route';
import { COMMON_AREAS, type Areas } from '../shared/wire/routes';
import { mergeTables } from './core/merge-parts';
import { PRODUCTS } from './products/all';

/** Each area belongs to one of them. */
export const AREAS: Areas = mergeTables([COMMON_AREAS, ...PRODUCTS.map(({ routes }) => routes)]);
export const ROUTES: readonly Route[] = Object.values(AREAS).flatMap((area) => Object.values(area));
