/**
 * Endpoints of the user's security: addresses, passwords, locks, authenticators and passkeys, and links in letters
 * about them.
 */
import type { Type } from '@nestjs/common';
import { LETTER_LINK_ROUTES as LETTERS } from '../../../../../shared/products/identity/letter-links';
import type { Route } from '../../../../../shared/wire/route';
import { SECURITY_ROUTES as ROUTES } from '../../../../../shared/products/identity/security';
import { Tickets } from '../../../../platform/auth/tickets';
import { markErrorsAsAfterSave } from '../../../../platform/errors/failure';
import {
  serviceEndpoint,
  type EndpointRequest,
  type EndpointAnswer,
} from '../../../../platform/http/answers/service-endpoint';
import { BoundCodes } from '../../../../features/shared/withdrawals/bound-codes';
import { idOf } from '../../../../features/shared/orders/convert';
import { answerOf } from '../../../../features/shared/endpoints/submitter';
import { Authenticators } from './authenticators';
import { Bindings } from './bindings';
import { FundPasswordChanges } from './fund-password-changes';
import { LetterLinkActions } from './letter-link-actions.queries';
import { OwnAccountChanges } from './own-account';
import { Passkeys } from './passkeys';
import { Proofs } from './proofs';

/** A change that ends the user's other log-ins. */
function credentialChange<const R extends Route, S>(
  route: R,
  service: Type<S>,
  change: (asked: EndpointRequest<R>, service: S) => Promise<EndpointAnswer<R>>,
) {
  return serviceEndpoint(route, [service, Tickets], (asked, changing, tickets) =>
    tickets.endingOthers(asked.user, asked.ticket, change(asked, changing)),
  );
}

/** The same, and lifts the restriction of a staff member without a factor. */
function factorBinding<const R extends Route, S>(
  route: R,
  service: Type<S>,
  bind: (asked: EndpointRequest<R>, service: S) => Promise<EndpointAnswer<R>>,
) {
  return serviceEndpoint(route, [service, Tickets], (asked, binding, tickets) =>
    tickets.proveWithNewFactor(asked.ticket, tickets.endingOthers(asked.user, asked.ticket, bind(asked, binding))),
  );
}

const OWN = [
  serviceEndpoint(ROUTES.sendCode, [BoundCodes, Proofs], async ({ user, request }, codes, proofs) =>
    codes.send(await proofs.userOf(user), request),
  ),
  credentialChange(ROUTES.bind, Bindings, ({ user, request, given, clientInfo: whence }, bindings) =>
    bindings.bind(user, request, given, whence),
  ),
  credentialChange(
    ROUTES.setFundPassword,
    FundPasswordChanges,
    ({ user, request, given, clientInfo: whence }, passwords) => passwords.set(user, request, given, whence),
  ),
  credentialChange(
    ROUTES.changeFundPassword,
    FundPasswordChanges,
    ({ user, request, given, clientInfo: whence }, passwords) => passwords.change(user, request, given, whence),
  ),
  credentialChange(
    ROUTES.resetFundPassword,
    FundPasswordChanges,
    ({ user, request, given, clientInfo: whence }, passwords) => passwords.reset(user, request, given, whence),
  ),
  serviceEndpoint(ROUTES.changePassword, [OwnAccountChanges], async (asked, own) => {
    const { user, ticket, request, given, clientInfo: whence } = asked;
    return { ended: await own.changePassword(user, ticket, request, given, whence) };
  }),
  credentialChange(ROUTES.setAntiPhishingCode, OwnAccountChanges, ({ user, request, given, clientInfo: whence }, own) =>
    own.setAntiPhishingCode(user, request, given, whence),
  ),
  credentialChange(ROUTES.lockSettings, OwnAccountChanges, ({ user, request, given, clientInfo: whence }, own) =>
    own.lockSettings(user, request, given, whence),
  ),
  credentialChange(ROUTES.unlockSettings, OwnAccountChanges, ({ user, request, clientInfo: whence }, own) =>
    own.unlockSettings(user, request, whence),
  ),
  credentialChange(ROUTES.setTradingFactor, OwnAccountChanges, ({ user, request, given, clientInfo: whence }, own) =>
    own.setTradingFactor(user, request, given, whence),
  ),
  credentialChange(ROUTES.setOwnLimits, OwnAccountChanges, ({ user, request, given, clientInfo: whence }, own) =>
    own.setOwnLimits(user, request, given, whence),
  ),
  credentialChange(ROUTES.setCodeLogIn, OwnAccountChanges, ({ user, request, given, clientInfo: whence }, own) =>
    own.setCodeLogIn(user, request, given, whence),
  ),
  serviceEndpoint(ROUTES.setDeviceApproval, [OwnAccountChanges, Tickets], async (asked, own, tickets) => {
    const { user, ticket, request, given, clientInfo: whence } = asked;
    const isChanged = await own.setDeviceApproval(user, request, given, whence);
    // An unchanged setting leaves the other log-ins open.
    if (isChanged) await markErrorsAsAfterSave(tickets.endAll(user, 'user', ticket));
  }),
  serviceEndpoint(ROUTES.freeze, [OwnAccountChanges], async ({ user, ticket, request, clientInfo: whence }, own) =>
    answerOf(await own.freeze(user, ticket, request, whence)),
  ),
  serviceEndpoint(ROUTES.setLanguage, [OwnAccountChanges], ({ user, request }, own) =>
    own.setLanguage(user, request.language),
  ),
  serviceEndpoint(ROUTES.setNickName, [OwnAccountChanges], ({ user, request }, own) =>
    own.setNickName(user, request.nickName),
  ),
  serviceEndpoint(ROUTES.setNationality, [OwnAccountChanges], ({ user, request }, own) =>
    own.setNationality(user, request.nationality),
  ),
];

const FACTORS = [
  serviceEndpoint(ROUTES.authenticators, [Authenticators], async ({ user }, authenticators) => {
    return { records: await authenticators.list(user) };
  }),
  serviceEndpoint(ROUTES.beginAuthenticator, [Authenticators], ({ user, request, given }, authenticators) =>
    authenticators.begin(user, request, given),
  ),
  factorBinding(ROUTES.bindAuthenticator, Authenticators, ({ user, request, clientInfo: whence }, authenticators) =>
    authenticators.bind(user, request, whence),
  ),
  serviceEndpoint(ROUTES.renameAuthenticator, [Authenticators], ({ user, request }, authenticators) =>
    authenticators.rename(user, idOf(request.authenticator), request.name),
  ),
  credentialChange(ROUTES.renewRecoveryCodes, Authenticators, ({ user, request, clientInfo: whence }, authenticators) =>
    authenticators.renewRecoveryCodes(user, request.password, request.code, whence),
  ),
  credentialChange(
    ROUTES.unbindAuthenticator,
    Authenticators,
    ({ user, request, given, clientInfo: whence }, authenticators) =>
      authenticators.unbind(user, request, given, whence),
  ),

  serviceEndpoint(ROUTES.passkeys, [Passkeys], async ({ user }, passkeys) => ({ records: await passkeys.list(user) })),
  factorBinding(ROUTES.registerPasskey, Passkeys, ({ user, party, request, clientInfo: whence }, passkeys) =>
    passkeys.register(user, party, request, whence),
  ),
  serviceEndpoint(ROUTES.renamePasskey, [Passkeys], ({ user, request }, passkeys) =>
    passkeys.rename(user, idOf(request.passkey), request.name),
  ),
  credentialChange(ROUTES.removePasskey, Passkeys, ({ user, request, given, clientInfo: whence }, passkeys) => {
    const { passkey, ...proof } = request;
    return passkeys.remove(user, idOf(passkey), proof, given, whence);
  }),
];

/** For the recipient of a letter, who may not be able to log in. */
const LETTER_LINK_ENDPOINTS = [
  serviceEndpoint(LETTERS.look, [LetterLinkActions], ({ request }, acts) => acts.describe(request.token)),
  serviceEndpoint(LETTERS.act, [LetterLinkActions], ({ request, clientInfo: whence }, acts) =>
    acts.act(request, whence),
  ),
];

export const SECURITY_ENDPOINTS = [...OWN, ...FACTORS, ...LETTER_LINK_ENDPOINTS];
