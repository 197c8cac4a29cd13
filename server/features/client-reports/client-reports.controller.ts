import { Body, Controller } from '@nestjs/common';
import { CLIENT_REPORT_ROUTES as ROUTES, type ClientReport } from '../../../shared/wire/client-reports';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { ClientReports } from './client-reports';

@Controller()
export class ClientReportsController {
  constructor(private readonly reports: ClientReports) {}

  @Endpoint(ROUTES.report)
  report(@Body(new WirePipe(ROUTES.report.body)) report: ClientReport): void {
    this.reports.take(report);
  }
}
