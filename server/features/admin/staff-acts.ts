/** Staff actions: each is a route and a command with the same fields. */
import { CommandBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { Route } from '../../../shared/wire/route';
import type { StaffAnswer } from '../../../shared/wire/fields';
import { serviceEndpoint, type ServiceEndpoint } from '../../platform/http/answers/service-endpoint';
import type { RequestOf } from '../../platform/http/route-messages';
import { staffAnswerOf } from '../shared/endpoints/submitter';
import { StaffAct } from './admin.handlers';
import type { StaffRequests, StaffRequestType } from './staff.converters';

type ActRoute = Route & { answer: z.ZodType<unknown, StaffAnswer> };

/** The command type with the request's fields. */
type TypeFor<R extends Route> = {
  [T in StaffRequestType]: RequestOf<R> extends StaffRequests[T] ? T : never;
}[StaffRequestType];

export function act<const R extends ActRoute>(route: R, type: TypeFor<R>): ServiceEndpoint {
  return serviceEndpoint(route as Route, [CommandBus], ({ user, request }, commands) =>
    sendAct(commands, user, type, request as never),
  );
}

export async function sendAct<T extends StaffRequestType>(
  commands: CommandBus,
  staff: number,
  type: T,
  request: StaffRequests[T],
): Promise<StaffAnswer> {
  return staffAnswerOf(await commands.execute(new StaffAct<T>(`admin/${staff}`, type, request)));
}
