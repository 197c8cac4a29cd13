/** Registration, the own account with its log-ins, and how its user likes the screens. */
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ACCOUNT_ROUTES as ROUTES } from '../../../../../shared/products/identity/account';
import { CHOICES_ROUTES as CHOICES } from '../../../../../shared/products/identity/choices';
import { addressOf } from '../../../../platform/auth/addresses';
import { Tickets } from '../../../../platform/auth/tickets';
import { Deliveries } from '../../../../platform/delivery/deliveries';
import { Refusal } from '../../../../platform/errors/refusal';
import { answeredBy } from '../../../../platform/http/answers/answered-by';
import { Outbox } from '../../../../platform/outbox/outbox';
import { Register } from './account.handlers';
import { OwnAccount } from './account.queries';
import { UserChoices } from './choices';
import { Entrance } from './entrance';
import { OwnLogIns } from './own-log-ins';
import { Registrations } from './registrations';
import { SentCodes } from './sent-codes';

const OUTBOX_SHOWN_MAX = 100;

export const ACCOUNT_ENDPOINTS = [
  answeredBy(ROUTES.registrationTerms, [Registrations], (_, registrations) => registrations.terms()),
  answeredBy(ROUTES.sendCode, [SentCodes], ({ request, whence }, codes) => codes.send(request, whence)),
  answeredBy(ROUTES.register, [CommandBus], ({ request, whence }, commands) =>
    commands.execute(new Register(request, whence)),
  ),
  answeredBy(ROUTES.resetPassword, [Entrance], ({ request, whence }, entrance) =>
    entrance.resetPassword(request, whence),
  ),
  answeredBy(ROUTES.logout, [Tickets], ({ ticket }, tickets) => tickets.end(ticket)),

  answeredBy(ROUTES.getUserInfo, [QueryBus], ({ caller }, queries) => queries.execute(new OwnAccount(caller))),
  answeredBy(ROUTES.afterLogin, [QueryBus], async ({ caller, request }, queries) => {
    const own = await queries.execute(new OwnAccount(caller));
    const address = addressOf(request.username)?.address;
    if (address === undefined || (address !== own.email && address !== own.phone))
      throw new Refusal('permission.denied');
    return own;
  }),

  answeredBy(ROUTES.sessions, [OwnLogIns], async ({ user, ticket, language }, logIns) => {
    return { records: await logIns.open(user, ticket, language) };
  }),
  answeredBy(ROUTES.endSession, [OwnLogIns], ({ user, request }, logIns) => logIns.end(user, Number(request.session))),
  answeredBy(ROUTES.endOtherSessions, [OwnLogIns], async ({ user, ticket }, logIns) => {
    return { ended: await logIns.endOthers(user, ticket) };
  }),
  answeredBy(ROUTES.logIns, [OwnLogIns], ({ user, request, language }, logIns) =>
    logIns.history(user, request, language),
  ),

  answeredBy(CHOICES.own, [UserChoices], async ({ user }, choices) => ({ choices: await choices.of(user) })),
  answeredBy(CHOICES.save, [UserChoices], ({ user, request }, choices) => choices.save(user, request.choices)),

  answeredBy(ROUTES.outbox, [Deliveries, Outbox], async (_, deliveries, outbox) => {
    if (!deliveries.isOutboxShown) throw new Refusal('path.not.found');
    const letters = await outbox.list(OUTBOX_SHOWN_MAX);
    return { records: letters.map(({ id, ...letter }) => ({ id: String(id), ...letter })) };
  }),
];
