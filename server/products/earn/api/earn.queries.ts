/** Products of the present, from the live views. */
import { EARN_ROUTES, FINANCIAL_ROUTES, MINING_ROUTES } from '../../../../shared/products/earn/wire';
import { EARN_STAFF_ROUTES } from '../../../../shared/products/earn/staff';
import { LIVE_VIEWS } from '../../../platform/tokens';
import { answers } from '../../../features/shared/endpoints/handles';
import { LiveReader } from '../../../features/shared/endpoints/live-reader';
import { deskRecord, financialProducts, miningProducts, promisedRecord } from './earn.records';

export const FinancialProducts = answers(FINANCIAL_ROUTES.products, [LIVE_VIEWS], (_, live) => financialProducts(live));
export const MiningProducts = answers(MINING_ROUTES.products, [LIVE_VIEWS], (_, live) => miningProducts(live));
export const Promised = answers(EARN_ROUTES.promised, [LIVE_VIEWS], (_, live) => promisedRecord(live));
export const EarnDesk = answers(EARN_STAFF_ROUTES.earnDesk, [LiveReader], async ({ request }, live) =>
  deskRecord(await live.at(request.minPosition)),
);
