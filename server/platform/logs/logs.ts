/** Structured logs, one JSON object a line. Requests are measured, not logged: a line per order would cost more than it. */
import type { DynamicModule } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { pino, type Logger } from 'pino';
import type { Config } from '../config/config';

/** Pino's number for the level. */
const INFO = 30;

/** Nest tells of every module and route at every start; nobody reads it, and it hides what matters. */
const STARTING = new Set(['InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestFactory']);

export function createLog({ logLevel }: Pick<Config, 'logLevel'>): Logger {
  return pino({
    level: logLevel,
    redact: ['req.headers.ticket', 'req.headers.cookie', 'req.headers.authorization'],
    hooks: {
      logMethod(parameters, method, level) {
        const [facts] = parameters as [{ context?: string } | string];
        const isNoise = level <= INFO && typeof facts === 'object' && STARTING.has(facts.context ?? '');
        if (!isNoise) method.apply(this, parameters);
      },
    },
  });
}

/** Nest writes to the same log. No routes: its middleware would run for each of them. */
export function logsModule(logger: Logger): DynamicModule {
  return LoggerModule.forRoot({ forRoutes: [], pinoHttp: { logger } });
}
