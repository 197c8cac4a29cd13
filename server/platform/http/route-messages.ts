/**
 * A message of a route: `class PlaceOrder extends CommandOf(SPOT_ROUTES.place) {}`. Its types are those of the row, and `feature`
 * makes the endpoint that checks the request and sends the message to its handler.
 */
import { Command, Query } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { Route } from '../../../shared/wire/route';
import type { Sent } from './answers/sent';

type Parsed<S> = S extends z.ZodType ? z.infer<S> : unknown;
/** The path, the query and the body of a request, checked. */
export type RequestOf<R extends Route> = Parsed<R['params']> & Parsed<R['query']> & Parsed<R['body']>;
/** The handler returns what the answer's schema describes. */
export type AnswerOf<R extends Route> = z.input<R['answer']>;

export interface RouteMessage<R extends Route = Route> {
  /** The caller's number; 0 where a public route is asked without a ticket. */
  readonly user: number;
  readonly request: RequestOf<R>;
  /** The rest of the request; absent in a message that no request sent. */
  readonly sent?: Sent | undefined;
}
export interface RouteMessageClass {
  new (user: number, request: never, sent: Sent): RouteMessage;
  readonly name: string;
  readonly prototype: RouteMessage;
  readonly route: Route;
  /** The name of the file that the answer is. */
  readonly fileName?: (request: never) => string;
}

export function CommandOf<const R extends Route>(route: R) {
  return class extends Command<AnswerOf<R>> implements RouteMessage<R> {
    static readonly route: R = route;
    constructor(
      readonly user: number,
      readonly request: RequestOf<R>,
      readonly sent?: Sent,
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
      readonly sent?: Sent,
    ) {
      super();
    }
  };
}

/** A file, part by part. It is sent under this name. */
export function FileOf<const R extends Route>(route: R, fileName: (request: RequestOf<R>) => string) {
  return class extends Query<AsyncIterable<string>> implements RouteMessage<R> {
    static readonly route: R = route;
    static readonly fileName = fileName;
    constructor(
      readonly user: number,
      readonly request: RequestOf<R>,
      readonly sent?: Sent,
    ) {
      super();
    }
  };
}

/** Throws for a message that no request sent. */
export function sentWith({ sent }: RouteMessage): Sent {
  if (!sent) throw new Error('no request sent this message');
  return sent;
}
