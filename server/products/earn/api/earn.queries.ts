/** Current products, from the live views. */
import { EARN_ROUTES, FINANCIAL_ROUTES, MINING_ROUTES } from '../../../../shared/products/earn/wire';
import { EARN_STAFF_ROUTES } from '../../../../shared/products/earn/staff';
import { LIVE_VIEWS } from '../../../platform/tokens';
import { queryHandler } from '../../../features/shared/endpoints/handlers';
import { LiveReader } from '../../../features/shared/endpoints/live-reader';
import { earnAdminRecord, financialProducts, miningProducts, promisedRecord } from './earn.records';

export const FinancialProducts = queryHandler(FINANCIAL_ROUTES.products, [LIVE_VIEWS], (_, live) =>
  financialProducts(live),
);
export const MiningProducts = queryHandler(MINING_ROUTES.products, [LIVE_VIEWS], (_, live) => miningProducts(live));
export const PromisedFunds = queryHandler(EARN_ROUTES.promised, [LIVE_VIEWS], (_, live) => promisedRecord(live));
export const EarnAdmin = queryHandler(EARN_STAFF_ROUTES.earnDesk, [LiveReader], async ({ request }, live) =>
  earnAdminRecord(await live.at(request.minPosition)),
);
