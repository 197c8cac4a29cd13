import { Module } from '@nestjs/common';
import { CLIENT_REPORT_ROUTES as ROUTES } from '../../../shared/wire/client-reports';
import { serviceEndpoint } from '../../platform/http/answers/service-endpoint';
import { feature } from '../shared/endpoints/feature';
import { ClientReports } from './client-reports';

const ENDPOINTS = [serviceEndpoint(ROUTES.report, [ClientReports], ({ request }, reports) => reports.record(request))];

@Module(feature([], { endpoints: ENDPOINTS, providers: [ClientReports] }))
export class ClientReportsModule {}
