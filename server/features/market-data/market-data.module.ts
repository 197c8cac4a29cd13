/** Attaches the sockets to Nest's http server after the start, and closes them before the shutdown. */
import {
  Inject,
  Injectable,
  Logger,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Server as HttpServer } from 'node:http';
import { TICKET_PORT, type TicketPort } from '../../platform/auth/ticket-port';
import type { Config } from '../../platform/config/config';
import { languageFor } from '../../platform/errors/envelope';
import { clientAddressOf } from '../../platform/http/requests/client-address';
import { requestedHost, isCrossOrigin, isOtherHost } from '../../platform/http/requests/cross-origin';
import { DATA_HEADERS } from '../../platform/http/answers/security-headers';
import type { ServerTexts } from '../../platform/i18n/messages';
import { Messages } from '../../platform/messages/messages';
import { CLOCK, CONFIG, LIVE_VIEWS, SERVER_TEXTS, type Clock } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import { feature } from '../shared/endpoints/feature';
import { MarketDataGateway } from './market-data.gateway';
import * as Snapshots from './snapshots.queries';

@Injectable()
export class MarketDataSockets implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** Null until the application is up. */
  gateway: MarketDataGateway | null = null;
  private stopNotifying: () => void = () => undefined;
  private readonly log = new Logger(MarketDataSockets.name);

  constructor(
    @Inject(HttpAdapterHost) private readonly host: HttpAdapterHost,
    @Inject(LIVE_VIEWS) private readonly views: LiveViews,
    @Inject(TICKET_PORT) private readonly tickets: TicketPort,
    private readonly messages: Messages,
    @Inject(CONFIG) private readonly config: Pick<Config, 'limits' | 'publicUrl' | 'host' | 'trustProxy'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SERVER_TEXTS) private readonly serverTexts: ServerTexts,
  ) {}

  onApplicationBootstrap(): void {
    const { views, tickets, clock, serverTexts } = this;
    const { bodyBytesMax: messageBytesMax, ...limits } = this.config.limits;
    const { config } = this;
    const { publicUrl, trustProxy } = config;
    const http = this.host.httpAdapter.getHttpServer() as HttpServer;
    this.gateway = new MarketDataGateway(http, {
      views,
      tickets,
      clock,
      messageOf: (code, headers) => serverTexts.codeText(languageFor({ headers }), code),
      isForeign: (headers) => {
        const host = requestedHost(headers, trustProxy !== false);
        return isOtherHost(host, config) || isCrossOrigin(headers, host, publicUrl);
      },
      headers: DATA_HEADERS,
      addressOf: (remote, headers) => clientAddressOf(remote, headers, trustProxy),
      limits: { ...limits, messageBytesMax },
      onError: (error) => this.log.error(error),
    });
    this.stopNotifying = this.messages.onMessage(({ user, message, at }) =>
      this.gateway?.notify(user, { id: String(message), at }),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopNotifying();
    await this.gateway?.close();
  }
}

@Module(feature([Snapshots], { providers: [MarketDataSockets], exports: [MarketDataSockets] }))
export class MarketDataModule {}
