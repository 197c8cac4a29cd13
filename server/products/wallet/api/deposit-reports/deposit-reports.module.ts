import { Module } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { DEPOSIT_REPORT_ROUTES as ROUTES } from '../../../../../shared/products/wallet/deposit-reports';
import { SHOWN_DATA_ROUTES as SHOWN } from '../../../../../shared/wire/shown-data';
import { serviceEndpoint } from '../../../../platform/http/answers/service-endpoint';
import { sendAct } from '../../../../features/admin/staff-acts';
import { feature } from '../../../../features/shared/endpoints/feature';
import { refuseDeepPage } from '../../../../features/shared/endpoints/page';
import { UnmaskingLimits } from '../../../../features/shared/unmasking-limits';
import { DepositFinder } from './deposit-finder';
import { DepositReports } from './deposit-reports';
import { KnownRecharges } from './known-recharges.queries';

const ENDPOINTS = [
  serviceEndpoint(ROUTES.report, [DepositReports], ({ user, request, language }, reports) =>
    reports.report(user, request, language),
  ),
  serviceEndpoint(ROUTES.look, [DepositReports], ({ user, request, language }, reports) =>
    reports.refreshOwn(user, request.report, language),
  ),
  serviceEndpoint(ROUTES.own, [DepositReports], ({ user, request, language }, reports) => {
    refuseDeepPage(request);
    return reports.listOwn(user, request, language);
  }),
  serviceEndpoint(ROUTES.list, [DepositReports], ({ request }, reports) => {
    refuseDeepPage(request);
    return reports.list(request);
  }),
  serviceEndpoint(ROUTES.lookAgain, [DepositReports], async ({ request: { report } }, reports) => {
    await reports.refreshForStaff(report);
    return { id: report };
  }),
  serviceEndpoint(ROUTES.credit, [DepositReports, CommandBus], async ({ user, request }, reports, commands) => {
    const { clientId, report, output } = request;
    return sendAct(commands, user, 'CreditRecharge', { clientId, ...(await reports.toCredit(report, output)) });
  }),
  serviceEndpoint(ROUTES.refuse, [DepositReports], async ({ user, request }, reports) => {
    await reports.refuse(user, request);
    return { id: request.report };
  }),
  serviceEndpoint(
    SHOWN.showDepositReport,
    [DepositReports, UnmaskingLimits],
    ({ user, request }, reports, unmaskingLimits) => {
      unmaskingLimits.countAccess(user);
      return reports.show(request);
    },
  ),
];

@Module(feature([], { endpoints: ENDPOINTS, providers: [DepositFinder, DepositReports, KnownRecharges] }))
export class DepositReportsModule {}
