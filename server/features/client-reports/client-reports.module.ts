import { Module } from '@nestjs/common';
import { ClientReports } from './client-reports';
import { ClientReportsController } from './client-reports.controller';

@Module({ controllers: [ClientReportsController], providers: [ClientReports] })
export class ClientReportsModule {}
