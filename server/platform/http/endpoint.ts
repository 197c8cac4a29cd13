/** `@Endpoint(route)`: a controller method answers one row of the routes table, in an envelope. */
import { HttpCode, RequestMapping, RequestMethod, UseInterceptors } from '@nestjs/common';
import { asksForFactor, type Route } from '../../../shared/wire/route';
import { StaffLogInterceptor } from '../auth/staff/staff-log.interceptor';
import { StepUpInterceptor } from '../auth/factors/step-up.interceptor';
import { Envelope } from '../errors/envelope';
import { setRoute } from './endpoint-routes';

/**
 * Declares path, method and access, and puts what the method returns under `data`. The wrapping happens here and not in an
 * interceptor: an observable around every order costs more than the order's own conversion. What staff do has one, which
 * writes it down.
 */
export function Endpoint(route: Route): MethodDecorator {
  return (target, name, descriptor) => {
    const method = descriptor.value as (...parameters: unknown[]) => unknown;
    const enveloped = async function (this: unknown, ...parameters: unknown[]): Promise<unknown> {
      const data = await method.apply(this, parameters);
      // The message is filled in where the language of the request is known.
      return data instanceof Envelope || route.answers ? data : new Envelope('success', '', data ?? null);
    };
    descriptor.value = enveloped as typeof descriptor.value;
    setRoute(enveloped, route);
    // Before the log: what only waits for its proof is no act yet.
    if (asksForFactor(route)) UseInterceptors(StepUpInterceptor)(target, name, descriptor);
    if (route.access === 'admin' || route.access === 'auditor' || route.shownToStaff) {
      UseInterceptors(StaffLogInterceptor)(target, name, descriptor);
    }
    HttpCode(200)(target, name, descriptor);
    RequestMapping({ path: route.path, method: RequestMethod[route.method] })(target, name, descriptor);
  };
}
