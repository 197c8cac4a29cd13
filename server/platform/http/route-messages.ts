/**
 * A message of a route: `class PlaceOrder extends CommandOf(SPOT_ROUTES.place) {}`. Its types are those of the row.
 * `feature` creates the endpoint that validates the request and sends the message to its handler.
 */
import { Command, Query } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { Route } from '../../../shared/wire/route';
import type { RequestContext } from './answers/request-context';

type Parsed<S> = S extends z.ZodType ? z.infer<S> : unknown;
/** Validated path, query and body of a request. */
export type RequestOf<R extends Route> = Parsed<R['params']> & Parsed<R['query']> & Parsed<R['body']>;
/** The handler returns what the answer's schema describes. */
export type AnswerOf<R extends Route> = z.input<R['answer']>;

export interface RouteMessage<R extends Route = Route> {
  /** The caller's user id; 0 for a public route without a ticket. */
  readonly user: number;
  readonly request: RequestOf<R>;
  /** The rest of the request; absent in a message sent from inside. */
  readonly context?: RequestContext | undefined;
}
export interface RouteMessageClass {
  new (user: number, request: never, context: RequestContext): RouteMessage;
  readonly name: string;
  readonly prototype: RouteMessage;
  readonly route: Route;
  /** Name of the answer's file. */
  readonly fileName?: (request: never) => string;
}

export function CommandOf<const R extends Route>(route: R) {
  return class extends Command<AnswerOf<R>> implements RouteMessage<R> {
    static readonly route: R = route;
    constructor(
      readonly user: number,
      readonly request: RequestOf<R>,
      readonly context?: RequestContext,
    ) {
      super();
    }
  };
}

export function QueryOf<const R extends Route>(route: R) {
  return class extends Query<AnswerOf<R>> implements RouteMessage<R> {
    static readonly route: R = route;
    constructor(
      readonly user: number,
      readonly request: RequestOf<R>,
      readonly context?: RequestContext,
    ) {
      super();
    }
  };
}

/** A file streamed in parts and sent under this name. */
export function FileOf<const R extends Route>(route: R, fileName: (request: RequestOf<R>) => string) {
  return class extends Query<AsyncIterable<string>> implements RouteMessage<R> {
    static readonly route: R = route;
    static readonly fileName = fileName;
    constructor(
      readonly user: number,
      readonly request: RequestOf<R>,
      readonly context?: RequestContext,
    ) {
      super();
    }
  };
}

/** Throws for a message sent from inside. */
export function requestContextOf({ context }: RouteMessage): RequestContext {
  if (!context) throw new Error('no request sent this message');
  return context;
}
