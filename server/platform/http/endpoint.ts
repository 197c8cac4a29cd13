/** `@Endpoint(route)`: a controller method answers one row of the routes table, in an envelope. */
import { HttpCode, RequestMapping, RequestMethod, UseInterceptors } from '@nestjs/common';
import { takesSecondFactor, type Route } from '../../../shared/wire/route';
import { StaffLogInterceptor } from '../auth/staff/staff-log.interceptor';
import { StepUpInterceptor } from '../auth/factors/step-up.interceptor';
import { Envelope } from '../errors/envelope';
import { setRoute } from './endpoint-routes';

/**
 * Declares path, method and access, and wraps the method's result in an envelope under `data`. It does not use an interceptor for this:
 * an observable per order costs more than converting the order. Only staff routes have an interceptor, for the staff log.
 */
export function Endpoint(route: Route): MethodDecorator {
  return (target, name, descriptor) => {
    const method = descriptor.value as (...parameters: unknown[]) => unknown;
    const enveloped = async function (this: unknown, ...parameters: unknown[]): Promise<unknown> {
      const data = await method.apply(this, parameters);
      // The message is set later, where the request's language is known.
      return data instanceof Envelope || route.answers ? data : new Envelope('success', '', data ?? null);
    };
    descriptor.value = enveloped as typeof descriptor.value;
    setRoute(enveloped, route);
    // Placed before the log: a request that awaits its proof is not an action yet.
    if (takesSecondFactor(route)) UseInterceptors(StepUpInterceptor)(target, name, descriptor);
    if (route.access === 'admin' || route.access === 'auditor' || route.shownToStaff) {
      UseInterceptors(StaffLogInterceptor)(target, name, descriptor);
    }
    HttpCode(200)(target, name, descriptor);
    RequestMapping({ path: route.path, method: RequestMethod[route.method] })(target, name, descriptor);
  };
}
