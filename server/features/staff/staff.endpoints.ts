import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { STAFF_ROUTES as ROUTES } from '../../../shared/wire/staff';
import { serviceEndpoint } from '../../platform/http/answers/service-endpoint';
import { act, sendAct } from '../admin/staff-acts';
import { WithdrawalReview } from '../shared/withdrawals/withdrawal-review.queries';
import { RequireShownProposal } from './proposals.queries';
import { StaffRoles } from './roles';

export const STAFF_ENDPOINTS = [
  act(ROUTES.keepAct, 'KeepStaffAct'),
  serviceEndpoint(ROUTES.confirmProposal, [QueryBus, CommandBus], async ({ user, request }, queries, commands) => {
    const { digest, ...confirmation } = request;
    await queries.execute(new RequireShownProposal(request.proposal, digest));
    return sendAct(commands, user, 'ConfirmStaff', confirmation);
  }),
  act(ROUTES.declineProposal, 'DeclineStaff'),
  serviceEndpoint(ROUTES.auditWithdrawalReview, [WithdrawalReview], ({ request }, review) =>
    review.currentReview(request.minPosition),
  ),
  serviceEndpoint(ROUTES.list, [StaffRoles], async (_, roles) => ({ records: await roles.list() })),
  serviceEndpoint(ROUTES.setRole, [StaffRoles], ({ user, request }, roles) => roles.setRole(user, request)),
  serviceEndpoint(ROUTES.setRights, [StaffRoles], ({ user, request }, roles) => roles.setRights(user, request)),
];
