import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { configFault } from '../../../shared/rules/site-config';
import { ADMIN_ROUTES as ROUTES } from '../../../shared/wire/admin';
import { SHOWN_DATA_ROUTES as SHOWN } from '../../../shared/wire/shown-data';
import { Refusal, requestInvalid } from '../../platform/errors/refusal';
import { serviceEndpoint } from '../../platform/http/answers/service-endpoint';
import { configSetting } from '../../platform/staff-settings';
import { AdminSettings } from '../shared/admin-settings';
import { staffAnswerOf } from '../shared/endpoints/submitter';
import { WithdrawalReview } from '../shared/withdrawals/withdrawal-review.queries';
import { ShownWithdrawalOf, WithdrawalsByStatus } from '../../products/wallet/api/withdrawal.queries';
import { StaffAct } from './admin.handlers';
import { act, sendAct } from './staff-acts';

export const ADMIN_ENDPOINTS = [
  act(ROUTES.listAsset, 'ListAsset'),
  act(ROUTES.listMarket, 'ListMarket'),
  act(ROUTES.setMarketState, 'SetMarketState'),
  act(ROUTES.setIndexTerms, 'SetIndexTerms'),
  act(ROUTES.changeMarketTerms, 'ChangeMarketTerms'),
  act(ROUTES.changeAssetTerms, 'ChangeAssetTerms'),
  act(ROUTES.setAssetState, 'SetAssetState'),
  serviceEndpoint(ROUTES.verify, [CommandBus], ({ user, request }, commands) => {
    if (request.userId === user) throw new Refusal('staff.self.forbidden');
    return sendAct(commands, user, 'VerifyMember', request);
  }),
  act(ROUTES.freezeAccount, 'FreezeAccount'),
  act(ROUTES.unfreezeAccount, 'UnfreezeAccount'),
  act(ROUTES.assignFeeTier, 'AssignFeeTier'),
  act(ROUTES.setFeeTiers, 'SetFeeTiers'),
  act(ROUTES.creditRecharge, 'CreditRecharge'),
  act(ROUTES.importStatement, 'ImportStatement'),
  act(ROUTES.setRechargeTerms, 'SetRechargeTerms'),
  act(ROUTES.setWithdrawalReview, 'SetWithdrawalReview'),
  serviceEndpoint(ROUTES.withdrawalReview, [WithdrawalReview], ({ request }, review) =>
    review.currentReview(request.minPosition),
  ),
  act(ROUTES.setOverdueHours, 'SetOverdueHours'),
  act(ROUTES.approveWithdrawal, 'ApproveWithdrawal'),
  act(ROUTES.startPayout, 'StartPayout'),
  act(ROUTES.payWithdrawal, 'PayWithdrawal'),
  act(ROUTES.rejectWithdrawal, 'RejectWithdrawal'),
  act(ROUTES.liftWithdrawals, 'LiftWithdrawals'),
  serviceEndpoint(ROUTES.freezeFunds, [CommandBus], async ({ user, request }, commands) => {
    const accepted = await commands.execute(new StaffAct(`admin/${user}`, 'FreezeFunds', request));
    const answer = staffAnswerOf(accepted);
    return answer.proposal === undefined ? { ...answer, hold: String(accepted.id) } : answer;
  }),
  act(ROUTES.unfreezeFunds, 'UnfreezeFunds'),
  act(ROUTES.fundHouse, 'FundHouse'),
  act(ROUTES.cancelOrder, 'CancelOrder'),
  act(ROUTES.cancelAllOrders, 'CancelAllOrders'),
  serviceEndpoint(ROUTES.withdrawals, [QueryBus], ({ request }, queries) =>
    queries.execute(new WithdrawalsByStatus(request)),
  ),
  serviceEndpoint(SHOWN.showWithdrawal, [QueryBus], ({ user, request }, queries) =>
    queries.execute(new ShownWithdrawalOf(user, request)),
  ),
  serviceEndpoint(ROUTES.setConfig, [AdminSettings], ({ user, request: { key, value } }, settings) => {
    const validationError = configFault(key, value);
    if (validationError !== null) throw requestInvalid([{ path: 'value', code: validationError }]);
    return settings.set('SetDeskSetting', user, { name: configSetting(key), text: value });
  }),
];
