/** Maps a controller's method to its row of the routes table. */
import type { Route } from '../../../shared/wire/route';

const routes = new WeakMap<object, Route>();

/** The row of a controller's method; undefined for methods outside the table (health, metrics). */
export function routeOf(handler: object): Route | undefined {
  return routes.get(handler);
}

export function setRoute(handler: object, route: Route): void {
  routes.set(handler, route);
}
