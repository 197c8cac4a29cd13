/** Endpoints of registration, the user's own account and log-ins, and display preferences. */
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ACCOUNT_ROUTES as ROUTES } from '../../../../../shared/products/identity/account';
import { CHOICES_ROUTES as CHOICES } from '../../../../../shared/products/identity/choices';
import { addressOf } from '../../../../platform/auth/addresses';
import { Tickets } from '../../../../platform/auth/tickets';
import { Deliveries } from '../../../../platform/delivery/deliveries';
import { Refusal } from '../../../../platform/errors/refusal';
import { serviceEndpoint } from '../../../../platform/http/answers/service-endpoint';
import { Outbox } from '../../../../platform/outbox/outbox';
import { Register } from './account.handlers';
import { OwnAccount } from './account.queries';
import { UserChoices } from './choices';
import { LogInService } from './log-in-service';
import { OwnLogIns } from './own-log-ins';
import { Registrations } from './registrations';
import { SentCodes } from './sent-codes';

const OUTBOX_SHOWN_MAX = 100;

export const ACCOUNT_ENDPOINTS = [
  serviceEndpoint(ROUTES.registrationTerms, [Registrations], (_, registrations) => registrations.terms()),
  serviceEndpoint(ROUTES.sendCode, [SentCodes], ({ request, clientInfo }, codes) => codes.send(request, clientInfo)),
  serviceEndpoint(ROUTES.register, [CommandBus], ({ request, clientInfo }, commands) =>
    commands.execute(new Register(request, clientInfo)),
  ),
  serviceEndpoint(ROUTES.resetPassword, [LogInService], ({ request, clientInfo }, entrance) =>
    entrance.resetPassword(request, clientInfo),
  ),
  serviceEndpoint(ROUTES.logout, [Tickets], ({ ticket }, tickets) => tickets.end(ticket)),

  serviceEndpoint(ROUTES.getUserInfo, [QueryBus], ({ caller }, queries) => queries.execute(new OwnAccount(caller))),
  serviceEndpoint(ROUTES.afterLogin, [QueryBus], async ({ caller, request }, queries) => {
    const account = await queries.execute(new OwnAccount(caller));
    const address = addressOf(request.username)?.address;
    if (address === undefined || (address !== account.email && address !== account.phone))
      throw new Refusal('permission.denied');
    return account;
  }),

  serviceEndpoint(ROUTES.sessions, [OwnLogIns], async ({ user, ticket, language }, logIns) => {
    return { records: await logIns.open(user, ticket, language) };
  }),
  serviceEndpoint(ROUTES.endSession, [OwnLogIns], ({ user, request }, logIns) =>
    logIns.end(user, Number(request.session)),
  ),
  serviceEndpoint(ROUTES.endOtherSessions, [OwnLogIns], async ({ user, ticket }, logIns) => {
    return { ended: await logIns.endOthers(user, ticket) };
  }),
  serviceEndpoint(ROUTES.logIns, [OwnLogIns], ({ user, request, language }, logIns) =>
    logIns.history(user, request, language),
  ),

  serviceEndpoint(CHOICES.own, [UserChoices], async ({ user }, choices) => ({
    choices: await choices.choicesOf(user),
  })),
  serviceEndpoint(CHOICES.save, [UserChoices], ({ user, request }, choices) => choices.save(user, request.choices)),

  serviceEndpoint(ROUTES.outbox, [Deliveries, Outbox], async (_, deliveries, outbox) => {
    if (!deliveries.isOutboxShown) throw new Refusal('path.not.found');
    const letters = await outbox.list(OUTBOX_SHOWN_MAX);
    return { records: letters.map(({ id, ...letter }) => ({ id: String(id), ...letter })) };
  }),
];
