/** Wraps every staff endpoint; `@Endpoint` adds it, so no endpoint can miss it. */
import { Injectable, Logger, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { catchError, concatMap, type Observable } from 'rxjs';
import type { Route } from '../../../../shared/wire/route';
import { Envelope } from '../../errors/envelope';
import { refusalOf } from '../../errors/exception.filter';
import { routeOf } from '../../http/endpoint-routes';
import type { RequestWithCaller } from '../access.guard';
import { StaffLog } from './staff-log';
import { outcomeOf } from './staff-log-outcome';
import { staffLogEntry } from './staff-log-entry';

@Injectable()
export class StaffLogInterceptor implements NestInterceptor {
  private readonly log = new Logger('staff');

  constructor(private readonly staffLog: StaffLog) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const route = routeOf(context.getHandler()) as Route;
    const request = context.switchToHttp().getRequest<RequestWithCaller>();
    if (route.shownToStaff && request.caller?.role === 'user') return next.handle();
    const id = await this.staffLog.begin(staffLogEntry(route, request.caller, request));
    return next.handle().pipe(
      concatMap(async (answer) => {
        await this.complete(id, outcomeOf(answer), positionIn(answer));
        return answer as unknown;
      }),
      catchError(async (error: unknown) => {
        await this.complete(id, refusalOf(error).code, null);
        throw error;
      }),
    );
  }

  /** A failure to log the outcome does not change the result; the row stays without an outcome. */
  private async complete(id: number, outcome: string, position: number | null): Promise<void> {
    try {
      await this.staffLog.complete(id, outcome, position);
    } catch (error) {
      this.log.error(error, `the end of ${id} in the log of staff was not written`);
    }
  }
}

function positionIn(answer: unknown): number | null {
  const data = answer instanceof Envelope ? answer.data : null;
  const position = typeof data === 'object' && data !== null && 'position' in data ? data.position : null;
  return typeof position === 'number' ? position : null;
}
