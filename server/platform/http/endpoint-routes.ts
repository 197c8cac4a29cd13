/** Which row of the routes table a controller's method answers. */
import type { Route } from '../../../shared/wire/route';

const routes = new WeakMap<object, Route>();

/** The row behind a controller's method; undefined for what is no endpoint of ours (health, metrics). */
export function routeOf(handler: object): Route | undefined {
  return routes.get(handler);
}

export function setRoute(handler: object, route: Route): void {
  routes.set(handler, route);
}
