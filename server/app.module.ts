/** The whole application over one composed exchange. */
import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import type { Logger } from 'pino';
import type { DemoUserRecord } from '../shared/wire/demo';
import type { Exchange } from './compose';
import { AdminModule } from './features/admin/admin.module';
import { AuditModule } from './features/audit/audit.module';
import { ClientReportsModule } from './features/client-reports/client-reports.module';
import { PRODUCT_MODULES } from './products/api';
import { ProofModule } from './features/proof/proof.module';
import { DemoModule } from './features/demo/demo.module';
import { MarketDataModule } from './features/market-data/market-data.module';
import { MessageModule } from './features/message/message.module';
import { ProductModule } from './features/product/product.module';
import { SharedFeaturesModule } from './features/shared/shared.module';
import { StaffModule } from './features/staff/staff.module';
import { ChainAlarms } from './platform/chains/chain-alarms';
import { DepositAddresses } from './platform/chains/deposit-addresses';
import { PayoutClaims } from './platform/chains/payout-claims';
import { logsModule } from './platform/logs/logs';
import { Metrics } from './platform/metrics/metrics';
import { ReadYourWrites } from './platform/read-your-writes';
import { PlatformModule } from './platform/platform.module';
import * as tokens from './platform/tokens';
import { driftHealth } from './reconciliation/reconciliation';
import { LiveKnownStaff } from './views/live/known-staff';
import { ALL_TEXTS } from './texts';

@Module({})
export class AppModule {
  static forExchange(exchange: Exchange, log: Logger, demoUsers: readonly DemoUserRecord[]): DynamicModule {
    return {
      module: AppModule,
      imports: [
        logsModule(log),
        PlatformModule.register([...providersOf(exchange), { provide: tokens.DEMO_USERS, useValue: demoUsers }]),
        SharedFeaturesModule,
        ...PRODUCT_MODULES,
        ProductModule,
        MessageModule,
        ClientReportsModule,
        AdminModule,
        AuditModule,
        StaffModule,
        ProofModule,
        MarketDataModule,
        DemoModule,
      ],
    };
  }
}

function providersOf(exchange: Exchange): Provider[] {
  return [
    { provide: tokens.CONFIG, useValue: exchange.config },
    { provide: tokens.CLOCK, useValue: exchange.clock },
    { provide: tokens.MONOTONIC, useValue: exchange.monotonic },
    { provide: Metrics, useValue: exchange.metrics },
    { provide: tokens.JOURNAL, useValue: exchange.journal },
    { provide: tokens.COMMAND_PORT, useValue: exchange.externalCommands },
    { provide: tokens.REFERENCE, useValue: exchange.engine.reference },
    { provide: ReadYourWrites, useValue: exchange.readYourWrites },
    { provide: tokens.LIVE_VIEWS, useValue: exchange.live },
    { provide: tokens.KNOWN_STAFF, useValue: new LiveKnownStaff(exchange.live) },
    { provide: tokens.STORED_VIEWS, useValue: exchange.stored },
    { provide: tokens.STORED_RECORDS, useValue: exchange.records },
    { provide: tokens.PROJECTION_PROGRESS, useValue: exchange.progress },
    { provide: tokens.VIEWS_PROGRESS, useValue: exchange.viewsProgress },
    { provide: tokens.RECORDS_PROGRESS, useValue: exchange.recordsProgress },
    { provide: tokens.SNAPSHOT_HEALTH, useValue: exchange.snapshots },
    { provide: tokens.AUDITS, useValue: exchange.audits },
    { provide: tokens.RECONCILIATION, useValue: exchange.reconciliation },
    { provide: tokens.DRIFT_HEALTH, useValue: driftHealth(exchange.reconciliation, exchange.live) },
    { provide: tokens.HEADS_HEALTH, useValue: exchange.heads },
    { provide: tokens.CHAINS, useValue: exchange.chains },
    { provide: tokens.CHAIN_WORK, useValue: exchange.chainWork },
    { provide: DepositAddresses, useValue: exchange.addresses },
    { provide: ChainAlarms, useValue: exchange.alarms },
    { provide: PayoutClaims, useValue: exchange.claims },
    { provide: tokens.SERVER_TEXTS, useValue: ALL_TEXTS },
    { provide: tokens.EXCHANGE_DATABASE, useValue: exchange.database },
  ];
}
