import { Module } from '@nestjs/common';
import { CLIENT_REPORT_ROUTES as ROUTES } from '../../../shared/wire/client-reports';
import { answeredBy } from '../../platform/http/answers/answered-by';
import { feature } from '../shared/endpoints/feature';
import { ClientReports } from './client-reports';

const ENDPOINTS = [answeredBy(ROUTES.report, [ClientReports], ({ request }, reports) => reports.take(request))];

@Module(feature([], { endpoints: ENDPOINTS, providers: [ClientReports] }))
export class ClientReportsModule {}
