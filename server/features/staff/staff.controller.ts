import { Body, Controller, Inject, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  SHOWN_DATA_ROUTES as SHOWN,
  type ShowRechargeRequest,
  type ShowUserRequest,
} from '../../../shared/wire/shown-data';
import {
  STAFF_ROUTES as ROUTES,
  type AuditRechargesRequest,
  type AuditWithdrawalsRequest,
  type ConfirmProposalRequest,
  type DeclineProposalRequest,
  type FrozenFundsRequest,
  type KeepActRequest,
  type OwnStaff,
  type OwnStaffAnswer,
  type SearchUsersRequest,
  type SetRightsRequest,
  type SetRoleRequest,
  type StaffLogRecord,
  type StaffLogRequest,
  type UserLogInsRequest,
  type UserQuery,
} from '../../../shared/wire/staff';
import { bankNumberOf } from '../../../shared/rules/bank-reference';
import type { Page } from '../../../shared/wire/fields';
import type { Language } from '../../../shared/wire/languages';
import { maskedFor, seesClear, type SeenScope } from '../../platform/auth/audit-bounds';
import { Caller, Seen } from '../../platform/auth/caller';
import type { KnownStaff } from '../../platform/auth/known-staff';
import { KNOWN_STAFF, LIVE_VIEWS } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import { StaffLog } from '../../platform/auth/staff-log';
import { outcomeIn } from '../../platform/auth/staff-log-outcome';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import type { StaffLogRow } from '../../platform/database/exchange-tables';
import { Endpoint } from '../../platform/http/endpoint';
import { RequestLanguage } from '../../platform/http/language';
import { WirePipe } from '../../platform/http/wire.pipe';
import { StaffAct } from '../admin/admin.handlers';
import { staffAnswerOf } from '../shared/submitter';
import { WithdrawalReview } from '../shared/withdrawal-review.queries';
import { ShownRechargeOf, ShownUserOf } from './shown.queries';
import { AuditedRecharges, AuditedWithdrawals, OverviewOfAll } from './audit.queries';
import { AuditedUserOf, LogInsOfUser, SearchUsers, UserDetailOf } from './desk.queries';
import { ActsOfOne } from './acts.queries';
import { AuditedFrozenFunds } from './frozen-funds.queries';
import { IndexTermsOfAll } from './index-terms.queries';
import { RefuseOtherAct, StaffProposals } from './proposals.queries';
import { boundsOf, Roles } from './roles';

@Controller()
export class StaffController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly roles: Roles,
    private readonly log: StaffLog,
    private readonly review: WithdrawalReview,
    @Inject(KNOWN_STAFF) private readonly staff: KnownStaff,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  @Endpoint(ROUTES.own)
  own(@Caller() { user, role }: TicketHolder): OwnStaffAnswer {
    return {
      waitMs: this.live.staff.waitMs(),
      endNoticeMs: this.live.staff.endNoticeMs(),
      userId: user,
      role: role as OwnStaff['role'],
      rights: [...this.staff.rightsOf(user)],
      ...boundsOf(this.staff, user),
    };
  }

  @Endpoint(ROUTES.proposals)
  proposals(
    @Query(new WirePipe(ROUTES.proposals.query)) { minPosition }: { minPosition?: number },
    @Seen() scope: SeenScope,
  ) {
    return this.queries.execute(new StaffProposals(minPosition, scope));
  }

  @Endpoint(ROUTES.acts)
  acts(@Query(new WirePipe(ROUTES.acts.query)) { minPosition }: { minPosition?: number }) {
    return this.queries.execute(new ActsOfOne(minPosition));
  }

  @Endpoint(ROUTES.keepAct)
  async keepAct(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.keepAct.body)) request: KeepActRequest) {
    return staffAnswerOf(await this.commands.execute(new StaffAct(`admin/${user}`, 'KeepStaffAct', request)));
  }

  @Endpoint(ROUTES.confirmProposal)
  async confirmProposal(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.confirmProposal.body)) { digest, ...request }: ConfirmProposalRequest,
  ) {
    await this.queries.execute(new RefuseOtherAct(request.proposal, digest));
    return staffAnswerOf(await this.commands.execute(new StaffAct(`admin/${user}`, 'ConfirmStaff', request)));
  }

  @Endpoint(ROUTES.declineProposal)
  async declineProposal(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.declineProposal.body)) request: DeclineProposalRequest,
  ) {
    return staffAnswerOf(await this.commands.execute(new StaffAct(`admin/${user}`, 'DeclineStaff', request)));
  }

  @Endpoint(ROUTES.overview)
  overview() {
    return this.queries.execute(new OverviewOfAll());
  }

  @Endpoint(ROUTES.log)
  async listLog(
    @Body(new WirePipe(ROUTES.log.body)) request: StaffLogRequest,
    @Seen() scope: SeenScope,
  ): Promise<Page<StaffLogRecord>> {
    const { rows, total } = await this.log.list(request, scope);
    const { pageIndex, pageSize } = request;
    return { records: rows.map((row) => logRecord(row, scope)), total, pageIndex, pageSize };
  }

  @Endpoint(ROUTES.auditWithdrawals)
  auditWithdrawals(
    @Body(new WirePipe(ROUTES.auditWithdrawals.body)) request: AuditWithdrawalsRequest,
    @Seen() scope: SeenScope,
  ) {
    return this.queries.execute(new AuditedWithdrawals(request, scope));
  }

  @Endpoint(ROUTES.auditWithdrawalReview)
  auditWithdrawalReview(
    @Query(new WirePipe(ROUTES.auditWithdrawalReview.query)) { minPosition }: { minPosition?: number },
  ) {
    return this.review.now(minPosition);
  }

  @Endpoint(ROUTES.indexTerms)
  indexTerms(@Query(new WirePipe(ROUTES.indexTerms.query)) { minPosition }: { minPosition?: number }) {
    return this.queries.execute(new IndexTermsOfAll(minPosition));
  }

  @Endpoint(ROUTES.auditRecharges)
  auditRecharges(
    @Body(new WirePipe(ROUTES.auditRecharges.body)) request: AuditRechargesRequest,
    @Seen() scope: SeenScope,
  ) {
    return this.queries.execute(new AuditedRecharges(request, scope));
  }

  @Endpoint(ROUTES.frozenFunds)
  frozenFunds(@Body(new WirePipe(ROUTES.frozenFunds.body)) request: FrozenFundsRequest, @Seen() scope: SeenScope) {
    return this.queries.execute(new AuditedFrozenFunds(request, scope));
  }

  @Endpoint(ROUTES.auditUser)
  auditUser(@Query(new WirePipe(ROUTES.auditUser.query)) request: UserQuery, @Seen() scope: SeenScope) {
    return this.queries.execute(new AuditedUserOf(request, scope));
  }

  @Endpoint(ROUTES.list)
  async list() {
    return { records: await this.roles.list() };
  }

  @Endpoint(ROUTES.setRole)
  setRole(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.setRole.body)) request: SetRoleRequest) {
    return this.roles.setRole(user, request);
  }

  @Endpoint(ROUTES.setRights)
  setRights(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.setRights.body)) request: SetRightsRequest) {
    return this.roles.setRights(user, request);
  }

  @Endpoint(ROUTES.searchUsers)
  searchUsers(
    @Caller() { user: staff }: TicketHolder,
    @Body(new WirePipe(ROUTES.searchUsers.body)) request: SearchUsersRequest,
  ) {
    return this.queries.execute(new SearchUsers(staff, request));
  }

  @Endpoint(ROUTES.user)
  user(@Query(new WirePipe(ROUTES.user.query)) request: UserQuery) {
    return this.queries.execute(new UserDetailOf(request));
  }

  @Endpoint(ROUTES.userLogIns)
  userLogIns(@Body(new WirePipe(ROUTES.userLogIns.body)) request: UserLogInsRequest) {
    return this.queries.execute(new LogInsOfUser(request));
  }

  @Endpoint(SHOWN.showUser)
  showUser(
    @Caller() { user: staff }: TicketHolder,
    @Body(new WirePipe(SHOWN.showUser.body)) request: ShowUserRequest,
    @RequestLanguage() language: Language,
  ) {
    return this.queries.execute(new ShownUserOf(staff, request, language));
  }

  @Endpoint(SHOWN.showRecharge)
  showRecharge(
    @Caller() { user: staff }: TicketHolder,
    @Body(new WirePipe(SHOWN.showRecharge.body)) request: ShowRechargeRequest,
  ) {
    return this.queries.execute(new ShownRechargeOf(staff, request));
  }
}

/**
 * Of what was done facts may be addresses, transactions and, in rows of before, names. From where staff came is theirs, and for whoever
 * holds them to account.
 */
function logRecord({ id, staffId, isLookUp, facts, ...row }: StaffLogRow, scope: SeenScope): StaffLogRecord {
  const told = scope.personal === 1 ? factsFor(scope, JSON.parse(facts) as StaffLogRecord['facts']) : {};
  const { at, role, action, target, userId, position } = row;
  const who = { staff: staffId, role, ip: scope.isDesk ? row.ip : maskedFor(scope, row.ip) };
  const reason = scope.personal === 1 ? row.reason : null;
  const what = { action, lookUp: isLookUp === 1, target, userId, reason, facts: told, position };
  return { id: String(id), at, ...who, ...what, ...outcomeIn(row.outcome) };
}

function factsFor(scope: SeenScope, { csv: _, ...facts }: StaffLogRecord['facts']): StaffLogRecord['facts'] {
  const { reference } = facts;
  if (seesClear(scope) || typeof reference !== 'string' || bankNumberOf(reference) !== null) return facts;
  return { ...facts, reference: maskedFor(scope, reference) };
}
