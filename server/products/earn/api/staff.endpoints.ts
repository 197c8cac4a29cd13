import { CommandBus } from '@nestjs/cqrs';
import { EARN_STAFF_ROUTES as EARN } from '../../../../shared/products/earn/staff';
import { act, sendAct } from '../../../features/admin/staff-acts';
import { serviceEndpoint } from '../../../platform/http/answers/service-endpoint';

export const EARN_STAFF_ENDPOINTS = [
  act(EARN.setFinancialTerms, 'SetFinancialTerms'),
  act(EARN.setMiningTerms, 'SetMiningTerms'),
  serviceEndpoint(EARN.setState, [CommandBus], ({ user, request: { kind, ...request } }, commands) =>
    sendAct(commands, user, kind === 'mining' ? 'SetMiningState' : 'SetFinancialState', request),
  ),
  act(EARN.fund, 'FundFinancial'),
];
