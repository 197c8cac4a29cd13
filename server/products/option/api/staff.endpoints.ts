import { QueryBus } from '@nestjs/cqrs';
import { OPTION_STAFF_ROUTES as OPTIONS } from '../../../../shared/products/option/staff';
import { act } from '../../../features/admin/staff-acts';
import { serviceEndpoint } from '../../../platform/http/answers/service-endpoint';
import { OpenOptionsOf } from './option.queries';

export const OPTION_STAFF_ENDPOINTS = [
  serviceEndpoint(OPTIONS.optionsOf, [QueryBus], ({ request: { userId, minPosition } }, queries) =>
    queries.execute(new OpenOptionsOf(userId, { minPosition })),
  ),
  act(OPTIONS.setOptionTerms, 'SetOptionTerms'),
  act(OPTIONS.setOptionState, 'SetOptionState'),
  act(OPTIONS.fundOptions, 'FundOptions'),
];
