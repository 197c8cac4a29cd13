/** Admin parts of all products, loaded as the app loads them. */
import type { AdminParts } from '../admin/act/admin-parts';
import { PRODUCTS } from '../products/all';

export function allAdminParts(): Promise<AdminParts[]> {
  return Promise.all(PRODUCTS.flatMap(({ adminParts: desk }) => (desk ? [desk()] : [])));
}
