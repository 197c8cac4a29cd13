/**
 * Structured logs, one JSON object per line. Requests are measured, not logged: a line per order would cost more than
 * the order.
 */
import type { DynamicModule } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import type { Config } from '../config/config';
import { errorFacts, errorText } from './error-facts';

/** Pino's number for the level. */
const INFO = 30;

/** Nest logs every module and route at every start, which hides relevant lines. */
const STARTING = new Set(['InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestFactory']);

const serializers = { err: (thrown: unknown) => errorFacts(thrown) };

/** @param to destination in place of standard output */
export function createLog({ logLevel }: Pick<Config, 'logLevel'>, to?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level: logLevel,
    serializers,
    redact: ['req.headers.ticket', 'req.headers.cookie', 'req.headers.authorization'],
    hooks: {
      logMethod(parameters, method, level) {
        const [first, ...rest] = parameters as [{ context?: string; err?: unknown } | string, ...unknown[]];
        const fields = first instanceof Error ? { err: first } : first;
        const isNoise = level <= INFO && typeof fields === 'object' && STARTING.has(fields.context ?? '');
        if (isNoise) return;
        // Without a message pino would log the error's own text, whatever it contains.
        const fallbackTexts = typeof fields === 'object' && fields.err instanceof Error ? [errorText(fields.err)] : [];
        method.apply(this, [fields, ...(rest.length > 0 ? rest : fallbackTexts)] as unknown as typeof parameters);
      },
    },
  };
  return to ? pino(options, to) : pino(options);
}

/** Nest writes to the same log. No routes: its middleware would run for each of them. */
export function logsModule(logger: Logger): DynamicModule {
  return LoggerModule.forRoot({ forRoutes: [], pinoHttp: { logger, serializers, wrapSerializers: false } });
}
