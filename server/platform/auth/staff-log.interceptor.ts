/** Around every endpoint of staff, put there by `@Endpoint` itself, so that none can be forgotten. */
import { Injectable, Logger, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { catchError, concatMap, type Observable } from 'rxjs';
import type { Route } from '../../../shared/wire/route';
import { Envelope } from '../errors/envelope';
import { refusalOf } from '../errors/exception.filter';
import { routeOf } from '../http/endpoint-routes';
import type { RequestWithCaller } from './access.guard';
import { StaffLog, type NewStaffLog } from './staff-log';

const PREFIX = '/exchange/';
const TEXT_LENGTH_MAX = 200;
const FACTS_LENGTH_MAX = 2_000;
/** What a request is about, the most particular first. */
const TARGETS = [
  'verification',
  'withdrawal',
  'recharge',
  'order',
  'hold',
  'photo',
  'market',
  'asset',
  'key',
  'level',
  'userId',
];
/** Told by columns of their own, or of no interest. */
const NO_FACTS = new Set(['clientId', 'reason', 'userId']);

@Injectable()
export class StaffLogInterceptor implements NestInterceptor {
  private readonly log = new Logger('staff');

  constructor(private readonly staffLog: StaffLog) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const route = routeOf(context.getHandler()) as Route;
    const request = context.switchToHttp().getRequest<RequestWithCaller>();
    const id = await this.staffLog.begin(entryOf(route, request));
    return next.handle().pipe(
      concatMap(async (answer) => {
        await this.complete(id, 'success', positionIn(answer));
        return answer as unknown;
      }),
      catchError(async (error: unknown) => {
        await this.complete(id, refusalOf(error).code, null);
        throw error;
      }),
    );
  }

  /** The act is done, or refused: that its end could not be noted changes neither. The row without an end shows it. */
  private async complete(id: number, outcome: string, position: number | null): Promise<void> {
    try {
      await this.staffLog.complete(id, outcome, position);
    } catch (error) {
      this.log.error(error, `the end of ${id} in the log of staff was not written`);
    }
  }
}

/** The request has not been checked yet: only what is plainly a word or a number is taken from it. */
function entryOf(route: Route, { caller, ip, body, query }: RequestWithCaller): NewStaffLog {
  if (!caller || caller.role === 'user') throw new Error(`${route.path} let somebody in who is no staff`);
  const asked = { ...fieldsOf(query), ...fieldsOf(body) };
  const named = TARGETS.find((name) => asked[name] !== undefined);
  const { userId, reason } = asked;
  const isLookUp = changesNothing(route);
  return {
    staffId: caller.user,
    role: caller.role,
    ip,
    action: route.path.slice(PREFIX.length),
    isLookUp: isLookUp ? 1 : 0,
    target: named === undefined ? null : `${named}/${asked[named]}`,
    userId: userIdIn(userId),
    reason: typeof reason === 'string' ? reason : null,
    // What somebody searches for may be an address: it is not what they did.
    facts: JSON.stringify(isLookUp ? {} : factsOf(asked, named)),
  };
}

/** Asks by GET or for a page of a list. */
function changesNothing({ method, body }: Route): boolean {
  return method === 'GET' || (body !== undefined && 'pageIndex' in body.shape);
}

type Fields = Record<string, string | number | boolean>;

function fieldsOf(given: unknown): Fields {
  if (typeof given !== 'object' || given === null) return {};
  const fields: Fields = {};
  for (const [name, value] of Object.entries(given as Record<string, unknown>)) {
    const plain = Array.isArray(value) && value.every((one) => typeof one === 'string') ? value.join(' ') : value;
    if (typeof plain === 'string') fields[name] = storable(plain);
    else if (typeof plain === 'boolean' || Number.isFinite(plain)) fields[name] = plain as number | boolean;
  }
  return fields;
}

/** What PostgreSQL would not store is not what anybody meant. */
function storable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}]/gu, ' ').slice(0, TEXT_LENGTH_MAX);
}

function userIdIn(given: Fields[string] | undefined): number | null {
  const number = Number(given);
  return given !== undefined && Number.isSafeInteger(number) && number > 0 ? number : null;
}

function factsOf(asked: Fields, target: string | undefined): Fields {
  const facts: Fields = {};
  let length = 0;
  for (const [name, value] of Object.entries(asked)) {
    if (NO_FACTS.has(name) || name === target) continue;
    length += name.length + String(value).length;
    if (length > FACTS_LENGTH_MAX) break;
    facts[storable(name)] = value;
  }
  return facts;
}

function positionIn(answer: unknown): number | null {
  const told = answer instanceof Envelope ? answer.data : null;
  const position = typeof told === 'object' && told !== null && 'position' in told ? told.position : null;
  return typeof position === 'number' ? position : null;
}
