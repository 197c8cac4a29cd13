/**
 * Nest module of a feature: its handlers, an endpoint for each message declared by a route, and endpoints of services.
 */
import { Body, Controller, Inject, Param, Query, Req, Res, type ModuleMetadata, type Type } from '@nestjs/common';
import { Command, CommandBus, QueryBus } from '@nestjs/cqrs';
import { COMMAND_HANDLER_METADATA, QUERY_HANDLER_METADATA } from '@nestjs/cqrs/dist/decorators/constants';
import type { FastifyReply } from 'fastify';
import type { Route } from '../../../../shared/wire/route';
import type { RequestWithCaller } from '../../../platform/auth/access.guard';
import type { Config } from '../../../platform/config/config';
import { EndpointRequest, type ServiceEndpoint } from '../../../platform/http/answers/service-endpoint';
import { Endpoint } from '../../../platform/http/endpoint';
import type { RouteMessageClass } from '../../../platform/http/route-messages';
import { RequestContext } from '../../../platform/http/answers/request-context';
import { WirePipe } from '../../../platform/http/requests/wire.pipe';
import { CONFIG } from '../../../platform/tokens';
import { Exports } from './exports';

type Handler = Type<unknown>;

interface FeatureMetadata extends ModuleMetadata {
  /** Endpoints answered by services without a message. */
  endpoints?: readonly ServiceEndpoint[];
}

/**
 * @param files the feature's handler modules (`import * as Handlers from './spot.handlers'`)
 * @param more controllers, and providers that are not handlers
 */
export function feature(
  files: readonly object[],
  { endpoints = [], ...metadata }: FeatureMetadata = {},
): ModuleMetadata {
  const handlers = files.flatMap((file) => Object.values(file) as unknown[]).filter(isHandler);
  const messages = handlers.map(messageOf).filter((message) => 'route' in message) as RouteMessageClass[];
  const controllers = [...(metadata.controllers ?? [])];
  if (messages.length > 0) controllers.push(messagesController(messages));
  if (endpoints.length > 0) controllers.push(servicesController(endpoints));
  return { ...metadata, controllers, providers: [...(metadata.providers ?? []), ...handlers] };
}

function isHandler(exported: unknown): exported is Handler {
  return typeof exported === 'function' && messageOf(exported as Handler) !== undefined;
}

function messageOf(handler: Handler): object {
  const read = (key: string) => Reflect.getMetadata(key, handler) as object | undefined;
  return (read(COMMAND_HANDLER_METADATA) ?? read(QUERY_HANDLER_METADATA)) as object;
}

/** One method per message: validates path, query and body, and sends the message to its handler. */
function messagesController(messages: readonly RouteMessageClass[]): Type<unknown> {
  class MessagesController implements Sending {
    constructor(
      @Inject(CommandBus) readonly commands: CommandBus,
      @Inject(QueryBus) readonly queries: QueryBus,
      @Inject(Exports) readonly exports: Exports,
    ) {}
  }
  for (const message of messages) {
    addMethod(MessagesController, message.route, sending(message), message.fileName !== undefined);
  }
  Controller()(MessagesController);
  return MessagesController;
}

interface Sending {
  readonly commands: CommandBus;
  readonly queries: QueryBus;
  readonly exports: Exports;
}

function sending(message: RouteMessageClass): Answering<Sending> {
  const { fileName } = message;
  const isCommand = message.prototype instanceof Command;
  return ({ commands, queries, exports }, request, rawRequest, reply) => {
    const requestContext = new RequestContext(rawRequest);
    const { user } = requestContext;
    const routeMessage = new message(user, request as never, requestContext);
    if (isCommand) return commands.execute(routeMessage);
    if (!fileName) return queries.execute(routeMessage);
    return exports.send(user, reply, fileName(request as never), () => queries.execute(routeMessage));
  };
}

/** One method per endpoint: validates path, query and body, and calls the services. */
function servicesController(endpoints: readonly ServiceEndpoint[]): Type<unknown> {
  const needed = [...new Set(endpoints.flatMap(({ services }) => services))];
  class ServicesController implements Serving {
    readonly services: readonly unknown[];
    constructor(
      @Inject(CONFIG) readonly config: Config,
      ...services: unknown[]
    ) {
      this.services = services;
    }
  }
  needed.forEach((service, index) => Inject(service)(ServicesController, undefined, index + 1));
  for (const { route, services, answer } of endpoints) {
    const places = services.map((service) => needed.indexOf(service));
    const method: Answering<Serving> = (controller, request, rawRequest, reply) => {
      const endpointRequest = new EndpointRequest(request, reply, rawRequest, controller.config);
      return answer(...([endpointRequest, ...places.map((place) => controller.services[place])] as never));
    };
    addMethod(ServicesController, route, method, true);
  }
  Controller()(ServicesController);
  return ServicesController;
}

interface Serving {
  readonly config: Config;
  readonly services: readonly unknown[];
}

type Answering<C> = (controller: C, request: unknown, rawRequest: RequestWithCaller, reply: FastifyReply) => unknown;
type Part = Readonly<Record<string, unknown>> | undefined;

function addMethod<C>(
  { prototype }: { prototype: C },
  route: Route,
  answering: Answering<C>,
  needsReply: boolean,
): void {
  const target = prototype as object;
  const { params, query, body, method: verb, path } = route;
  const name = `${verb} ${path}`;
  if (Object.hasOwn(target, name)) throw new Error(`${name} has two endpoints`);
  const isOnePart = [params, query, body].filter(Boolean).length <= 1;
  const method = function (
    this: C,
    rawRequest: RequestWithCaller,
    pathPart: Part,
    queryPart: Part,
    bodyPart: Part,
    reply: FastifyReply,
  ) {
    const request = isOnePart ? (bodyPart ?? queryPart ?? pathPart ?? {}) : { ...pathPart, ...queryPart, ...bodyPart };
    return answering(this, request, rawRequest, reply);
  };
  const descriptor: PropertyDescriptor = { value: method, writable: true, configurable: true };
  Req()(target, name, 0);
  if (params) Param(new WirePipe(params))(target, name, 1);
  if (query) Query(new WirePipe(query))(target, name, 2);
  if (body) Body(new WirePipe(body))(target, name, 3);
  if (needsReply) Res({ passthrough: true })(target, name, 4);
  Endpoint(route)(target, name, descriptor);
  Object.defineProperty(target, name, descriptor);
}
