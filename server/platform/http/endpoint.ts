/** `@Endpoint(route)`: a controller method answers one row of the routes table, in an envelope. */
import { HttpCode, RequestMapping, RequestMethod } from '@nestjs/common';
import type { Route } from '../../../shared/wire/route';
import { Envelope } from '../errors/envelope';

const routes = new WeakMap<object, Route>();

/** The row behind a controller's method; undefined for what is no endpoint of ours (health, metrics). */
export function routeOf(handler: object): Route | undefined {
  return routes.get(handler);
}

/**
 * Declares path, method and access, and puts what the method returns under `data`. The wrapping happens here and not in an
 * interceptor: an observable around every order costs more than the order's own conversion.
 */
export function Endpoint(route: Route): MethodDecorator {
  return (target, name, descriptor) => {
    const method = descriptor.value as (...parameters: unknown[]) => unknown;
    const enveloped = async function (this: unknown, ...parameters: unknown[]): Promise<Envelope> {
      const data = await method.apply(this, parameters);
      // The message is filled in where the language of the request is known.
      return data instanceof Envelope ? data : new Envelope('success', '', data ?? null);
    };
    descriptor.value = enveloped as typeof descriptor.value;
    routes.set(enveloped, route);
    HttpCode(200)(target, name, descriptor);
    RequestMapping({ path: route.path, method: RequestMethod[route.method] })(target, name, descriptor);
  };
}
