import { Body, Controller, Inject, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { StaffAnswer } from '../../../shared/wire/fields';
import { ADMIN_ROUTES as ROUTES } from '../../../shared/wire/admin';
import type { StaffWithdrawalsRequest } from '../../../shared/wire/admin';
import { configFault, type ConfigKey } from '../../../shared/rules/desk-config';
import { SHOWN_DATA_ROUTES as SHOWN, type ShowWithdrawalRequest } from '../../../shared/wire/shown-data';
import { Caller } from '../../platform/auth/caller';
import type { KnownStaff } from '../../platform/auth/known-staff';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { Tickets } from '../../platform/auth/tickets';
import { Refusal, requestInvalid } from '../../platform/errors/refusal';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { staffAnswerOf } from '../shared/submitter';
import { WithdrawalReview } from '../shared/withdrawal-review.queries';
import { DeskSettings } from '../shared/desk-settings';
import { configSetting } from '../../platform/staff-settings';
import { KNOWN_STAFF } from '../../platform/tokens';
import { ShownWithdrawalOf, WithdrawalsByStatus } from '../wallet/withdrawal.queries';
import { StaffAct } from './admin.handlers';
import { OverdueHoursOfAll } from './overdue-hours.queries';
import { TermsOfMarket } from './terms.queries';
import type { StaffRequests as Requests, StaffRequestType } from './staff.converters';

@Controller()
export class AdminController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly tickets: Tickets,
    private readonly review: WithdrawalReview,
    private readonly settings: DeskSettings,
    @Inject(KNOWN_STAFF) private readonly known: KnownStaff,
  ) {}

  @Endpoint(ROUTES.listAsset)
  listAsset(@Caller() staff: TicketHolder, @Body(new WirePipe(ROUTES.listAsset.body)) request: Requests['ListAsset']) {
    return this.act(staff, 'ListAsset', request);
  }

  @Endpoint(ROUTES.listMarket)
  listMarket(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.listMarket.body)) request: Requests['ListMarket'],
  ) {
    return this.act(staff, 'ListMarket', request);
  }

  @Endpoint(ROUTES.listPerpetualMarket)
  listPerpetualMarket(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.listPerpetualMarket.body)) request: Requests['ListPerpetualMarket'],
  ) {
    return this.act(staff, 'ListPerpetualMarket', request);
  }

  @Endpoint(ROUTES.setPerpetualMarketState)
  setPerpetualMarketState(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.setPerpetualMarketState.body)) request: Requests['SetPerpetualMarketState'],
  ) {
    return this.act(staff, 'SetPerpetualMarketState', request);
  }

  @Endpoint(ROUTES.setMarketState)
  setMarketState(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.setMarketState.body)) request: Requests['SetMarketState'],
  ) {
    return this.act(staff, 'SetMarketState', request);
  }

  @Endpoint(ROUTES.setIndexTerms)
  setIndexTerms(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.setIndexTerms.body)) request: Requests['SetIndexTerms'],
  ) {
    return this.act(staff, 'SetIndexTerms', request);
  }

  @Endpoint(ROUTES.changeMarketTerms)
  changeMarketTerms(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.changeMarketTerms.body)) request: Requests['ChangeMarketTerms'],
  ) {
    return this.act(staff, 'ChangeMarketTerms', request);
  }

  @Endpoint(ROUTES.changeAssetTerms)
  changeAssetTerms(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.changeAssetTerms.body)) request: Requests['ChangeAssetTerms'],
  ) {
    return this.act(staff, 'ChangeAssetTerms', request);
  }

  @Endpoint(ROUTES.setAssetState)
  setAssetState(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.setAssetState.body)) request: Requests['SetAssetState'],
  ) {
    return this.act(staff, 'SetAssetState', request);
  }

  @Endpoint(ROUTES.terms)
  terms(@Query(new WirePipe(ROUTES.terms.query)) { market }: { market: string }) {
    return this.queries.execute(new TermsOfMarket(market));
  }

  @Endpoint(ROUTES.verify)
  verify(@Caller() staff: TicketHolder, @Body(new WirePipe(ROUTES.verify.body)) request: Requests['VerifyMember']) {
    if (request.userId === staff.user) throw new Refusal('staff.self.forbidden');
    return this.act(staff, 'VerifyMember', request);
  }

  @Endpoint(ROUTES.freezeAccount)
  freezeAccount(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.freezeAccount.body)) request: Requests['FreezeAccount'],
  ) {
    return this.act(staff, 'FreezeAccount', request);
  }

  @Endpoint(ROUTES.unfreezeAccount)
  unfreezeAccount(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.unfreezeAccount.body)) request: Requests['UnfreezeAccount'],
  ) {
    return this.act(staff, 'UnfreezeAccount', request);
  }

  @Endpoint(ROUTES.assignFeeTier)
  assignFeeTier(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.assignFeeTier.body)) request: Requests['AssignFeeTier'],
  ) {
    return this.act(staff, 'AssignFeeTier', request);
  }

  @Endpoint(ROUTES.setFeeTiers)
  setFeeTiers(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.setFeeTiers.body)) request: Requests['SetFeeTiers'],
  ) {
    return this.act(staff, 'SetFeeTiers', request);
  }

  @Endpoint(ROUTES.creditRecharge)
  creditRecharge(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.creditRecharge.body)) request: Requests['CreditRecharge'],
  ) {
    return this.act(staff, 'CreditRecharge', request);
  }

  @Endpoint(ROUTES.importStatement)
  importStatement(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.importStatement.body)) request: Requests['ImportStatement'],
  ) {
    return this.act(staff, 'ImportStatement', request);
  }

  @Endpoint(ROUTES.setRechargeTerms)
  setRechargeTerms(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.setRechargeTerms.body)) request: Requests['SetRechargeTerms'],
  ) {
    return this.act(staff, 'SetRechargeTerms', request);
  }

  @Endpoint(ROUTES.setWithdrawalReview)
  setWithdrawalReview(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.setWithdrawalReview.body)) request: Requests['SetWithdrawalReview'],
  ) {
    return this.act(staff, 'SetWithdrawalReview', request);
  }

  @Endpoint(ROUTES.withdrawalReview)
  withdrawalReview(@Query(new WirePipe(ROUTES.withdrawalReview.query)) { minPosition }: { minPosition?: number }) {
    return this.review.now(minPosition);
  }

  @Endpoint(ROUTES.setOverdueHours)
  setOverdueHours(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.setOverdueHours.body)) request: Requests['SetOverdueHours'],
  ) {
    return this.act(staff, 'SetOverdueHours', request);
  }

  @Endpoint(ROUTES.overdueHours)
  overdueHours(@Query(new WirePipe(ROUTES.overdueHours.query)) { minPosition }: { minPosition?: number }) {
    return this.queries.execute(new OverdueHoursOfAll(minPosition));
  }

  @Endpoint(ROUTES.approveWithdrawal)
  approveWithdrawal(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.approveWithdrawal.body)) request: Requests['ApproveWithdrawal'],
  ) {
    return this.act(staff, 'ApproveWithdrawal', request);
  }

  @Endpoint(ROUTES.startPayout)
  startPayout(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.startPayout.body)) request: Requests['StartPayout'],
  ) {
    return this.act(staff, 'StartPayout', request);
  }

  @Endpoint(ROUTES.payWithdrawal)
  payWithdrawal(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.payWithdrawal.body)) request: Requests['PayWithdrawal'],
  ) {
    return this.act(staff, 'PayWithdrawal', request);
  }

  @Endpoint(ROUTES.rejectWithdrawal)
  rejectWithdrawal(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.rejectWithdrawal.body)) request: Requests['RejectWithdrawal'],
  ) {
    return this.act(staff, 'RejectWithdrawal', request);
  }

  @Endpoint(ROUTES.liftWithdrawals)
  liftWithdrawals(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.liftWithdrawals.body)) request: Requests['LiftWithdrawals'],
  ) {
    return this.act(staff, 'LiftWithdrawals', request);
  }

  @Endpoint(ROUTES.freezeFunds)
  async freezeFunds(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.freezeFunds.body)) request: Requests['FreezeFunds'],
  ) {
    const accepted = await this.commands.execute(new StaffAct(`admin/${user}`, 'FreezeFunds', request));
    const answer = staffAnswerOf(accepted);
    return answer.proposal === undefined ? { ...answer, hold: String(accepted.id) } : answer;
  }

  @Endpoint(ROUTES.unfreezeFunds)
  unfreezeFunds(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.unfreezeFunds.body)) request: Requests['UnfreezeFunds'],
  ) {
    return this.act(staff, 'UnfreezeFunds', request);
  }

  @Endpoint(ROUTES.fundHouse)
  fundHouse(@Caller() staff: TicketHolder, @Body(new WirePipe(ROUTES.fundHouse.body)) request: Requests['FundHouse']) {
    return this.act(staff, 'FundHouse', request);
  }

  @Endpoint(ROUTES.cancelOrder)
  cancelOrder(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.cancelOrder.body)) request: Requests['CancelOrder'],
  ) {
    return this.act(staff, 'CancelOrder', request);
  }

  @Endpoint(ROUTES.cancelAllOrders)
  cancelAllOrders(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.cancelAllOrders.body)) request: Requests['CancelAllOrders'],
  ) {
    return this.act(staff, 'CancelAllOrders', request);
  }

  @Endpoint(ROUTES.endLogins)
  async endLogins(
    @Caller() staff: TicketHolder,
    @Body(new WirePipe(ROUTES.endLogins.body)) { userId }: { userId: number },
  ) {
    // One person could keep all other staff out. Staff end their own log-ins; a doubtful colleague is frozen.
    if (userId !== staff.user && this.known.roleOf(userId) !== 'user') throw new Refusal('command.not.permitted');
    return { ended: await this.tickets.endAll(userId, 'staff') };
  }

  @Endpoint(ROUTES.withdrawals)
  withdrawals(@Body(new WirePipe(ROUTES.withdrawals.body)) request: StaffWithdrawalsRequest) {
    return this.queries.execute(new WithdrawalsByStatus(request));
  }

  @Endpoint(SHOWN.showWithdrawal)
  showWithdrawal(
    @Caller() { user: staff }: TicketHolder,
    @Body(new WirePipe(SHOWN.showWithdrawal.body)) request: ShowWithdrawalRequest,
  ) {
    return this.queries.execute(new ShownWithdrawalOf(staff, request));
  }

  @Endpoint(ROUTES.setConfig)
  setConfig(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.setConfig.body)) { key, value }: { key: ConfigKey; value: string },
  ) {
    const fault = configFault(key, value);
    if (fault !== null) throw requestInvalid([{ path: 'value', code: fault }]);
    return this.settings.set('SetDeskSetting', user, { name: configSetting(key), text: value });
  }

  private async act<T extends StaffRequestType>(
    { user }: TicketHolder,
    type: T,
    request: Requests[T],
  ): Promise<StaffAnswer> {
    return staffAnswerOf(await this.commands.execute(new StaffAct<T>(`admin/${user}`, type, request)));
  }
}
