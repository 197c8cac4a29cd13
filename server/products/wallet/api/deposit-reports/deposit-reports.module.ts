import { Module } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { DEPOSIT_REPORT_ROUTES as ROUTES } from '../../../../../shared/products/wallet/deposit-reports';
import { SHOWN_DATA_ROUTES as SHOWN } from '../../../../../shared/wire/shown-data';
import { answeredBy } from '../../../../platform/http/answers/answered-by';
import { sendAct } from '../../../../features/admin/staff-acts';
import { feature } from '../../../../features/shared/endpoints/feature';
import { refuseDeep } from '../../../../features/shared/endpoints/page';
import { ShownData } from '../../../../features/shared/shown-data';
import { DepositFinder } from './deposit-finder';
import { DepositReports } from './deposit-reports';
import { KnownRecharges } from './known-recharges.queries';

const ENDPOINTS = [
  answeredBy(ROUTES.report, [DepositReports], ({ user, request, language }, reports) =>
    reports.report(user, request, language),
  ),
  answeredBy(ROUTES.look, [DepositReports], ({ user, request, language }, reports) =>
    reports.lookOwn(user, request.report, language),
  ),
  answeredBy(ROUTES.own, [DepositReports], ({ user, request, language }, reports) => {
    refuseDeep(request);
    return reports.listOwn(user, request, language);
  }),
  answeredBy(ROUTES.list, [DepositReports], ({ request }, reports) => {
    refuseDeep(request);
    return reports.list(request);
  }),
  answeredBy(ROUTES.lookAgain, [DepositReports], async ({ request: { report } }, reports) => {
    await reports.lookForStaff(report);
    return { id: report };
  }),
  answeredBy(ROUTES.credit, [DepositReports, CommandBus], async ({ user, request }, reports, commands) => {
    const { clientId, report, output } = request;
    return sendAct(commands, user, 'CreditRecharge', { clientId, ...(await reports.toCredit(report, output)) });
  }),
  answeredBy(ROUTES.refuse, [DepositReports], async ({ user, request }, reports) => {
    await reports.refuse(user, request);
    return { id: request.report };
  }),
  answeredBy(SHOWN.showDepositReport, [DepositReports, ShownData], ({ user, request }, reports, shown) => {
    shown.take(user);
    return reports.show(request);
  }),
];

@Module(feature([], { endpoints: ENDPOINTS, providers: [DepositFinder, DepositReports, KnownRecharges] }))
export class DepositReportsModule {}
