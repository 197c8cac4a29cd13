import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { configFault } from '../../../shared/rules/desk-config';
import { ADMIN_ROUTES as ROUTES } from '../../../shared/wire/admin';
import { CONTRACT_STAFF_ROUTES as CONTRACTS } from '../../../shared/products/perpetual/staff';
import { EARN_STAFF_ROUTES as EARN } from '../../../shared/products/earn/staff';
import { OPTION_STAFF_ROUTES as OPTIONS } from '../../../shared/products/option/staff';
import { REFERRAL_STAFF_ROUTES as REFERRAL } from '../../../shared/products/referral/wire';
import { ROBOT_STAFF_ROUTES as ROBOTS } from '../../../shared/products/robot/staff';
import { SHOWN_DATA_ROUTES as SHOWN } from '../../../shared/wire/shown-data';
import { Lockouts } from '../../platform/auth/lockouts';
import { Refusal, requestInvalid } from '../../platform/errors/refusal';
import { answeredBy } from '../../platform/http/answered-by';
import { configSetting } from '../../platform/staff-settings';
import { OwnPositions } from '../../products/perpetual/api/contract.queries';
import { OpenOptionsOf } from '../../products/option/api/option.queries';
import { robotKeyLockout } from '../../products/robot/api/robot-key';
import { RobotKeys } from '../../products/robot/api/robot-keys';
import { DeskSettings } from '../shared/desk-settings';
import { staffAnswerOf } from '../shared/submitter';
import { WithdrawalReview } from '../shared/withdrawal-review.queries';
import { ShownWithdrawalOf, WithdrawalsByStatus } from '../../products/wallet/api/withdrawal.queries';
import { StaffAct } from './admin.handlers';
import { act, sendAct } from './staff-acts';

export const ADMIN_ENDPOINTS = [
  act(ROUTES.listAsset, 'ListAsset'),
  act(ROUTES.listMarket, 'ListMarket'),
  act(ROUTES.listPerpetualMarket, 'ListPerpetualMarket'),
  act(ROUTES.setPerpetualMarketState, 'SetPerpetualMarketState'),
  act(ROUTES.setMarketState, 'SetMarketState'),
  act(ROUTES.setIndexTerms, 'SetIndexTerms'),
  act(ROUTES.changeMarketTerms, 'ChangeMarketTerms'),
  act(ROUTES.changeAssetTerms, 'ChangeAssetTerms'),
  act(ROUTES.setAssetState, 'SetAssetState'),
  answeredBy(ROUTES.verify, [CommandBus], ({ user, request }, commands) => {
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
  answeredBy(ROUTES.withdrawalReview, [WithdrawalReview], ({ request }, review) => review.now(request.minPosition)),
  act(ROUTES.setOverdueHours, 'SetOverdueHours'),
  act(ROUTES.approveWithdrawal, 'ApproveWithdrawal'),
  act(ROUTES.startPayout, 'StartPayout'),
  act(ROUTES.payWithdrawal, 'PayWithdrawal'),
  act(ROUTES.rejectWithdrawal, 'RejectWithdrawal'),
  act(ROUTES.liftWithdrawals, 'LiftWithdrawals'),
  answeredBy(ROUTES.freezeFunds, [CommandBus], async ({ user, request }, commands) => {
    const accepted = await commands.execute(new StaffAct(`admin/${user}`, 'FreezeFunds', request));
    const answer = staffAnswerOf(accepted);
    return answer.proposal === undefined ? { ...answer, hold: String(accepted.id) } : answer;
  }),
  act(ROUTES.unfreezeFunds, 'UnfreezeFunds'),
  act(ROUTES.fundHouse, 'FundHouse'),
  act(ROUTES.cancelOrder, 'CancelOrder'),
  act(ROUTES.cancelAllOrders, 'CancelAllOrders'),
  answeredBy(ROUTES.withdrawals, [QueryBus], ({ request }, queries) =>
    queries.execute(new WithdrawalsByStatus(request)),
  ),
  answeredBy(SHOWN.showWithdrawal, [QueryBus], ({ user, request }, queries) =>
    queries.execute(new ShownWithdrawalOf(user, request)),
  ),
  answeredBy(ROUTES.setConfig, [DeskSettings], ({ user, request: { key, value } }, settings) => {
    const fault = configFault(key, value);
    if (fault !== null) throw requestInvalid([{ path: 'value', code: fault }]);
    return settings.set('SetDeskSetting', user, { name: configSetting(key), text: value });
  }),

  answeredBy(CONTRACTS.positionsOf, [QueryBus], ({ request: { userId, minPosition } }, queries) =>
    queries.execute(new OwnPositions(userId, { minPosition })),
  ),
  act(CONTRACTS.lockPosition, 'LockPosition'),
  act(CONTRACTS.unlockPosition, 'UnlockPosition'),
  act(CONTRACTS.changePerpetualTerms, 'ChangePerpetualTerms'),
  act(CONTRACTS.endPerpetualMarket, 'EndPerpetualMarket'),
  act(CONTRACTS.callOffPerpetualEnd, 'CallOffPerpetualEnd'),
  act(CONTRACTS.fundInsurance, 'FundInsurance'),

  answeredBy(OPTIONS.optionsOf, [QueryBus], ({ request: { userId, minPosition } }, queries) =>
    queries.execute(new OpenOptionsOf(userId, { minPosition })),
  ),
  act(OPTIONS.setOptionTerms, 'SetOptionTerms'),
  act(OPTIONS.setOptionState, 'SetOptionState'),
  act(OPTIONS.fundOptions, 'FundOptions'),

  act(EARN.setFinancialTerms, 'SetFinancialTerms'),
  act(EARN.setMiningTerms, 'SetMiningTerms'),
  answeredBy(EARN.setState, [CommandBus], ({ user, request: { kind, ...request } }, commands) =>
    sendAct(commands, user, kind === 'mining' ? 'SetMiningState' : 'SetFinancialState', request),
  ),
  act(EARN.fund, 'FundFinancial'),

  act(REFERRAL.setReferralTerms, 'SetReferralTerms'),

  act(ROBOTS.setRobotTerms, 'SetRobotTerms'),
  // The user alone is shown the key. A new key resets the count of wrong guesses.
  answeredBy(ROBOTS.issueRobotKey, [CommandBus, RobotKeys, Lockouts], async (asked, commands, keys, lockouts) => {
    const { user, request } = asked;
    const hash = await keys.draw(request.userId);
    const answer = await sendAct(commands, user, 'IssueRobotKey', { ...request, hash });
    if (!answer.repeated) await lockouts.forget(robotKeyLockout(request.userId));
    return answer;
  }),
  act(ROBOTS.revokeRobotKey, 'RevokeRobotKey'),
  act(ROBOTS.endRobot, 'StopRobot'),
];
