/** The exchange behind HTTP and sockets, in one process, as started by `main.ts` and by end-to-end tests. */
import path from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Logger } from 'nestjs-pino';
import type { DestinationStream, Logger as PinoLogger } from 'pino';
import type { DemoUserRecord } from '../shared/wire/demo';
import { AppModule } from './app.module';
import { composeExchange, type Exchange } from './compose';
import { DestinationNames } from './features/shared/withdrawals/destination-names';
import { Tickets } from './platform/auth/tickets';
import type { SystemClock } from './platform/clock/system-clock';
import type { Config } from './platform/config/config';
import type { OnStep } from './platform/health/start-steps';
import { createAdapter } from './platform/http/adapter';
import { serveDocs } from './platform/http/answers/docs-page';
import { addBehindHeader } from './platform/http/answers/behind-header';
import { acceptLargeBodies } from './platform/http/requests/large-bodies';
import { acceptPhotos } from './platform/http/requests/photo-uploads';
import { RequestRates } from './platform/http/requests/request-rates';
import { serveClient } from './platform/http/answers/static-client';
import { AREAS, ROUTES } from './routes';
import { refuseBeforeReadingBody } from './platform/http/requests/refuse-before-body';
import { AddressVault } from './platform/address-vault';
import { errorText } from './platform/logs/error-facts';
import { levelOf } from './platform/logs/levels';
import { createLog } from './platform/logs/logs';
import { DueLetters } from './platform/mail/due-letters';
import { Letters } from './platform/mail/letters';
import { Messages } from './platform/messages/messages';
import { StaffTexts } from './platform/staff-texts';
import type { AwaitedStore } from './platform/health/startup-page';
import type { Clock, Monotonic } from './platform/tokens';
import { RecoveryDecisions } from './products/identity/api/recovery/recovery-decisions';
import { RecoveryRequests } from './products/identity/api/recovery/recovery-requests';
import { startNotifier } from './workers/notifications/notifier';
import { OverdueNotifier } from './workers/overdue';
import { RestoreRequests } from './workers/restore-requests';
import { ALL_TEXTS } from './texts';

export interface Application {
  nest: NestFastifyApplication;
  exchange: Exchange;
  /** Notifies staff about overdue work. */
  overdue: OverdueNotifier;
  /** Refuses new commands, answers those taken, closes sockets and stores. */
  close(): Promise<void>;
}

export interface ApplicationOptions {
  clock?: Clock;
  /** Clock for rate limits and durations. */
  monotonic?: Monotonic;
  /** The underlying system clock, which reports jumps. */
  systemClock?: SystemClock;
  /** Folder of the built client. */
  client?: string;
  onFatal?: (error: Error) => void;
  /** One of the stores cannot be opened yet: `store` names it, `reason` its fault. */
  onWaiting?: (reason: string, store: AwaitedStore) => void;
  onStep?: OnStep;
  /** A destination for the log, in place of standard output. */
  logTo?: DestinationStream;
  /** Users offered on the log-in page; none unless the demo is on. */
  demoUsers?: readonly DemoUserRecord[];
}

/** The build puts the client beside `dist/server`. */
const BUILT_CLIENT = path.resolve(__dirname, '../client');

/** Returns with everything ready except listening. */
export async function createApplication(config: Config, options: ApplicationOptions = {}): Promise<Application> {
  const log = createLog(config, options.logTo);
  const exchange = await composeExchange(config, {
    clock: options.clock,
    monotonic: options.monotonic,
    systemClock: options.systemClock,
    log: (message, details) => log[levelOf(message)](details, message),
    onFatal: (error) => {
      log.fatal({ fault: errorText(error) }, 'this process ends');
      options.onFatal?.(error);
    },
    onWaiting: options.onWaiting,
    onStep: options.onStep,
  });
  try {
    options.onStep?.('pages');
    const nest = await createNest(exchange, log, options);
    const letters = nest.get(DueLetters);
    letters.registerWriter('withdrawal', (user, notice, origin) =>
      nest.get(Letters).sendWithdrawalStep(user, notice, origin),
    );
    letters.resume();
    const notifier = await startNotifier({
      ...exchange,
      state: exchange.engine.state(),
      orderMessagesPerHourMax: config.limits.orderMessagesPerHourMax,
      notify: (user, key, details, origin, letter) =>
        letter
          ? letters.notifyWithLetter(user, key, details, origin, { about: 'withdrawal', facts: letter })
          : nest.get(Messages).notify(user, key, details, origin),
      destinationOf: (destination) => nest.get(DestinationNames).nameOf(destination),
      addressOf: (destination) => nest.get(AddressVault).plainAddressOf(destination),
      reasonOf: (reason) => nest.get(StaffTexts).reasonOf(reason),
      recovery: async ({ user, request, isVoid }, origin) => {
        const recoveryDecisions = nest.get(RecoveryDecisions, { strict: false });
        if (isVoid) await recoveryDecisions.voidGranted(user, origin);
        else if (request === null) await recoveryDecisions.notifyProposed(user, origin);
        else await recoveryDecisions.grant(user, request, origin);
      },
      onFault: (error) => log.warn({ fault: errorText(error) }, 'messages are told again from where they were'),
    });
    const overdue = new OverdueNotifier({
      ...exchange,
      notify: (user, details, origin) => nest.get(Messages).notify(user, 'queue.overdue', details, origin),
      log: (message, details) => log.warn(details, message),
    });
    overdue.start();
    const restores = new RestoreRequests({
      ...exchange,
      state: () => exchange.engine.state(),
      reportRefused: async (hour) => {
        for (const user of exchange.live.staff.people().keys())
          await nest.get(Messages).notify(user, 'staff.restore.refused', {}, `restore/refused/${hour}/${user}`);
      },
      log: (message, details) => log.warn(details, message),
    });
    restores.start();
    exchange.chainWork.start();
    exchange.heads.start();
    exchange.liabilities.start();
    exchange.reconciliation.start();
    // The demo starts its own feed after creating its history.
    if (!config.demo) exchange.indexFeed?.start();
    return { nest, exchange, overdue, close: () => closeAll(nest, exchange, [notifier, overdue, restores]) };
  } catch (error) {
    await exchange.close();
    throw error;
  }
}

async function createNest(
  exchange: Exchange,
  log: PinoLogger,
  { client = BUILT_CLIENT, demoUsers = [] }: ApplicationOptions,
): Promise<NestFastifyApplication> {
  const { config, metrics } = exchange;
  const module = AppModule.forExchange(exchange, log, demoUsers);
  const rates = new RequestRates(config.limits, exchange.monotonic);
  const adapter = createAdapter(config, rates, ROUTES, ALL_TEXTS);
  const nest = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    bufferLogs: true,
    bodyParser: false,
    abortOnError: false,
  });
  nest.useLogger(nest.get(Logger));
  const tickets = nest.get(Tickets);
  rates.shareBudgetPerUser((request) => tickets.userOf(request));
  const fastify = nest.getHttpAdapter().getInstance();
  fastify.addHook('onResponse', (request, reply, done) => {
    metrics.requested(request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
  addBehindHeader(fastify, () => exchange.readYourWrites.missingEvents(exchange.progress.position()));
  acceptPhotos(fastify, {
    routes: ROUTES,
    tickets,
    visitors: nest.get(RecoveryRequests, { strict: false }),
    limits: config.limits,
    monotonic: exchange.monotonic,
  });
  acceptLargeBodies(fastify, { routes: ROUTES, tickets, limits: config.limits });
  refuseBeforeReadingBody(fastify, { routes: ROUTES, tickets });
  await serveDocs(fastify, AREAS);
  await serveClient(fastify, client);
  await nest.init();
  await fastify.ready();
  return nest;
}

/** Commands first: those that arrive while the sockets close are rejected as busy, and accepted ones are answered. */
async function closeAll(
  nest: NestFastifyApplication,
  exchange: Exchange,
  tellers: readonly { close(): Promise<void> }[],
): Promise<void> {
  await Promise.all([exchange.chainWork.close(), exchange.indexFeed?.stop(), exchange.reconciliation.close()]);
  await exchange.engine.close();
  await Promise.all([...tellers.map((teller) => teller.close()), exchange.liabilities.close()]);
  // The journal no longer grows, so the last signed head covers all of it.
  await exchange.heads.close();
  await nest.close();
  await exchange.close();
}
