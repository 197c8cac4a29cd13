/**
 * Handlers as one function of the message and of services: `queryHandler(ROUTES.ticker, [LIVE_VIEWS], ({ request }, live) =>
 * …)` with a query of its own, `messageHandler(Kline, [Reader], …)` for a shared message.
 */
import { Inject, type InjectionToken, type Type } from '@nestjs/common';
import { Command, CommandHandler, QueryHandler, type Query } from '@nestjs/cqrs';
import type { Route } from '../../../../shared/wire/route';
import { QueryOf, type AnswerOf, type RouteMessage } from '../../../platform/http/route-messages';
import type { Token } from '../../../platform/tokens';

type Service = Type<unknown> | Token<unknown>;
type Given<S> = S extends Token<infer T> ? T : S extends Type<infer T> ? T : never;
type Services<S extends readonly Service[]> = { [I in keyof S]: Given<S[I]> };
type ResultOf<M> = M extends Command<infer R> | Query<infer R> ? R : never;

export function messageHandler<M extends Command<unknown> | Query<unknown>, S extends Service[]>(
  message: Type<M> | (new (...parameters: never[]) => M),
  services: readonly [...S],
  execute: (message: M, ...services: Services<S>) => ResultOf<M> | Promise<ResultOf<M>>,
): Type<unknown> {
  class Handler {
    private readonly services: Services<S>;
    constructor(...injected: unknown[]) {
      this.services = injected as Services<S>;
    }

    async execute(routeMessage: M) {
      return execute(routeMessage, ...this.services);
    }
  }
  services.forEach((service, index) => Inject(service as InjectionToken)(Handler, undefined, index));
  const isCommand = message.prototype instanceof Command;
  (isCommand ? CommandHandler(message as never) : QueryHandler(message as never))(Handler);
  // Nest shows the handler's name in its errors.
  return Object.defineProperty(Handler, 'name', { value: `HandlerOf${message.name}` });
}

export function queryHandler<const R extends Route, S extends Service[]>(
  route: R,
  services: readonly [...S],
  execute: (query: RouteMessage<R>, ...services: Services<S>) => AnswerOf<R> | Promise<AnswerOf<R>>,
): Type<unknown> {
  const Asked = Object.defineProperty(class extends QueryOf(route as Route) {}, 'name', { value: route.path });
  return messageHandler(Asked, services, execute as never);
}
