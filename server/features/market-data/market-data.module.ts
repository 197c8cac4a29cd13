/** Hangs the sockets onto Nest's http server when the application is up, and takes them down before it goes. */
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
import { addressAsked } from '../../platform/http/requests/address-asked';
import { hostAsked, isForeign, isOtherHost } from '../../platform/http/requests/foreign-pages';
import { DATA_HEADERS } from '../../platform/http/answers/security-headers';
import { messageOf } from '../../platform/i18n/messages';
import { Messages } from '../../platform/messages/messages';
import { CLOCK, CONFIG, LIVE_VIEWS, type Clock } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import { feature } from '../shared/endpoints/feature';
import { MarketDataGateway } from './market-data.gateway';
import * as Snapshots from './snapshots.queries';

@Injectable()
export class MarketDataSockets implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** Null until the application is up. */
  gateway: MarketDataGateway | null = null;
  private stopTelling: () => void = () => undefined;
  private readonly log = new Logger(MarketDataSockets.name);

  constructor(
    @Inject(HttpAdapterHost) private readonly host: HttpAdapterHost,
    @Inject(LIVE_VIEWS) private readonly views: LiveViews,
    @Inject(TICKET_PORT) private readonly tickets: TicketPort,
    private readonly messages: Messages,
    @Inject(CONFIG) private readonly config: Pick<Config, 'limits' | 'publicUrl' | 'host' | 'trustProxy'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    const { views, tickets, clock } = this;
    const { bodyBytesMax: messageBytesMax, ...limits } = this.config.limits;
    const { config } = this;
    const { publicUrl, trustProxy } = config;
    const http = this.host.httpAdapter.getHttpServer() as HttpServer;
    this.gateway = new MarketDataGateway(http, {
      views,
      tickets,
      clock,
      messageOf: (code, headers) => messageOf(languageFor({ headers }), 'code', code),
      isForeign: (headers) => {
        const host = hostAsked(headers, trustProxy !== false);
        return isOtherHost(host, config) || isForeign(headers, host, publicUrl);
      },
      headers: DATA_HEADERS,
      addressOf: (remote, headers) => addressAsked(remote, headers, trustProxy),
      limits: { ...limits, messageBytesMax },
      onError: (error) => this.log.error(error),
    });
    this.stopTelling = this.messages.onTold(({ user, message, at }) =>
      this.gateway?.notify(user, { id: String(message), at }),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopTelling();
    await this.gateway?.close();
  }
}

@Module(feature([Snapshots], { providers: [MarketDataSockets], exports: [MarketDataSockets] }))
export class MarketDataModule {}
