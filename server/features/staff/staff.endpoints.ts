import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { STAFF_ROUTES as ROUTES } from '../../../shared/wire/staff';
import { answeredBy } from '../../platform/http/answers/answered-by';
import { act, sendAct } from '../admin/staff-acts';
import { WithdrawalReview } from '../shared/withdrawals/withdrawal-review.queries';
import { RefuseOtherAct } from './proposals.queries';
import { Roles } from './roles';

export const STAFF_ENDPOINTS = [
  act(ROUTES.keepAct, 'KeepStaffAct'),
  answeredBy(ROUTES.confirmProposal, [QueryBus, CommandBus], async ({ user, request }, queries, commands) => {
    const { digest, ...confirmation } = request;
    await queries.execute(new RefuseOtherAct(request.proposal, digest));
    return sendAct(commands, user, 'ConfirmStaff', confirmation);
  }),
  act(ROUTES.declineProposal, 'DeclineStaff'),
  answeredBy(ROUTES.auditWithdrawalReview, [WithdrawalReview], ({ request }, review) =>
    review.now(request.minPosition),
  ),
  answeredBy(ROUTES.list, [Roles], async (_, roles) => ({ records: await roles.list() })),
  answeredBy(ROUTES.setRole, [Roles], ({ user, request }, roles) => roles.setRole(user, request)),
  answeredBy(ROUTES.setRights, [Roles], ({ user, request }, roles) => roles.setRights(user, request)),
];
