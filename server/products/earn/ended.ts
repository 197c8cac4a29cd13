/** How a purchase ended. */
import { Refusal } from '../../platform/errors/refusal';
import type { ViewsDatabase } from '../../views/stored/views-database';
import type { EndedRow, ItemKey } from '../product';
import { financialPurchaseById } from './stored/queries';

export const ENDED_PURCHASE: EndedRow = {
  missing: 'earn.not.found',
  named: {
    CancelFinancial: purchaseKey,
    LeaveFinancial: purchaseKey,
    SetFinancialRenewal: purchaseKey,
  },
  find: endedPurchase,
};

function purchaseKey({ user, purchase }: { user: number; purchase: number }): ItemKey {
  return { user, id: purchase };
}

async function endedPurchase(stored: ViewsDatabase, { user, id }: ItemKey): Promise<Refusal | null> {
  const row = await financialPurchaseById(stored, id);
  if (row?.userId !== user || row.outcome === null) return null;
  return new Refusal('earn.ended', { purchase: String(id), product: row.product, end: row.outcome });
}
