import { QueryBus } from '@nestjs/cqrs';
import { CONTRACT_STAFF_ROUTES as CONTRACTS } from '../../../../shared/products/perpetual/staff';
import { ADMIN_ROUTES as ROUTES } from '../../../../shared/wire/admin';
import { act } from '../../../features/admin/staff-acts';
import { serviceEndpoint } from '../../../platform/http/answers/service-endpoint';
import { OwnPositions } from './contract.queries';

export const CONTRACT_STAFF_ENDPOINTS = [
  act(ROUTES.listPerpetualMarket, 'ListPerpetualMarket'),
  act(ROUTES.setPerpetualMarketState, 'SetPerpetualMarketState'),
  serviceEndpoint(CONTRACTS.positionsOf, [QueryBus], ({ request: { userId, minPosition } }, queries) =>
    queries.execute(new OwnPositions(userId, { minPosition })),
  ),
  act(CONTRACTS.lockPosition, 'LockPosition'),
  act(CONTRACTS.unlockPosition, 'UnlockPosition'),
  act(CONTRACTS.changePerpetualTerms, 'ChangePerpetualTerms'),
  act(CONTRACTS.endPerpetualMarket, 'EndPerpetualMarket'),
  act(CONTRACTS.callOffPerpetualEnd, 'CallOffPerpetualEnd'),
  act(CONTRACTS.fundInsurance, 'FundInsurance'),
];
