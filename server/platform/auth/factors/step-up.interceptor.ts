/** Wraps every endpoint with `takesSecondFactor`; `@Endpoint` adds it. */
import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { hasClientId, type Route } from '../../../../shared/wire/route';
import { STEP_UP_REQUIRED } from '../../../../shared/wire/step-up';
import type { Config } from '../../config/config';
import { refusalOf } from '../../errors/exception.filter';
import { routeOf } from '../../http/endpoint-routes';
import { CONFIG } from '../../tokens';
import type { RequestWithCaller } from '../access.guard';
import { StaffLog } from '../staff/staff-log';
import { staffLogEntry } from '../staff/staff-log-entry';
import { givenFactor, StepUps } from './step-up';
import type { TicketHolder } from '../ticket-port';

@Injectable()
export class StepUpInterceptor implements NestInterceptor {
  constructor(
    private readonly stepUps: StepUps,
    private readonly staffLog: StaffLog,
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicUrl'>,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const route = routeOf(context.getHandler()) as Route;
    const request = context.switchToHttp().getRequest<RequestWithCaller>();
    const checked = route.body?.safeParse(request.body);
    // An invalid request is refused by its own validation and spends no code.
    if (checked?.success) await this.prove(route, request, checked.data);
    return next.handle();
  }

  private async prove(route: Route, request: RequestWithCaller, body: unknown): Promise<void> {
    const caller = request.caller as TicketHolder;
    try {
      const act = { userId: caller.user, path: route.path, body };
      const factorProof = givenFactor(request, this.config);
      if (hasClientId(route)) await this.stepUps.prove(act, factorProof);
      else await this.stepUps.proveEachTime(act, factorProof);
    } catch (error) {
      // `step.up.required` is not an attempt; a wrong proof is, and is logged.
      const { code } = refusalOf(error);
      if (code !== STEP_UP_REQUIRED && caller.role !== 'user')
        await this.staffLog.recordRefusal(staffLogEntry(route, caller, request), code);
      throw error;
    }
  }
}
