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
  change: (context: EndpointRequest<R>, service: S) => Promise<EndpointAnswer<R>>,
) {
  return serviceEndpoint(route, [service, Tickets], (context, changing, tickets) =>
    tickets.endingOthers(context.user, context.ticket, change(context, changing)),
  );
}

/** The same, and lifts the restriction of a staff member without a factor. */
function factorBinding<const R extends Route, S>(
  route: R,
  service: Type<S>,
  bind: (context: EndpointRequest<R>, service: S) => Promise<EndpointAnswer<R>>,
) {
  return serviceEndpoint(route, [service, Tickets], (context, binding, tickets) =>
    tickets.proveWithNewFactor(
      context.ticket,
      tickets.endingOthers(context.user, context.ticket, bind(context, binding)),
    ),
  );
}

const OWN = [
  serviceEndpoint(ROUTES.sendCode, [BoundCodes, Proofs], async ({ user, request }, codes, proofs) =>
    codes.send(await proofs.userOf(user), request),
  ),
  credentialChange(ROUTES.bind, Bindings, ({ user, request, factorProof, clientInfo }, bindings) =>
    bindings.bind(user, request, factorProof, clientInfo),
  ),
  credentialChange(
    ROUTES.setFundPassword,
    FundPasswordChanges,
    ({ user, request, factorProof, clientInfo }, passwords) => passwords.set(user, request, factorProof, clientInfo),
  ),
  credentialChange(
    ROUTES.changeFundPassword,
    FundPasswordChanges,
    ({ user, request, factorProof, clientInfo }, passwords) => passwords.change(user, request, factorProof, clientInfo),
  ),
  credentialChange(
    ROUTES.resetFundPassword,
    FundPasswordChanges,
    ({ user, request, factorProof, clientInfo }, passwords) => passwords.reset(user, request, factorProof, clientInfo),
  ),
  serviceEndpoint(ROUTES.changePassword, [OwnAccountChanges], async (context, accountChanges) => {
    const { user, ticket, request, factorProof, clientInfo } = context;
    return { ended: await accountChanges.changePassword(user, ticket, request, factorProof, clientInfo) };
  }),
  credentialChange(
    ROUTES.setAntiPhishingCode,
    OwnAccountChanges,
    ({ user, request, factorProof, clientInfo }, accountChanges) =>
      accountChanges.setAntiPhishingCode(user, request, factorProof, clientInfo),
  ),
  credentialChange(
    ROUTES.lockSettings,
    OwnAccountChanges,
    ({ user, request, factorProof, clientInfo }, accountChanges) =>
      accountChanges.lockSettings(user, request, factorProof, clientInfo),
  ),
  credentialChange(ROUTES.unlockSettings, OwnAccountChanges, ({ user, request, clientInfo }, accountChanges) =>
    accountChanges.unlockSettings(user, request, clientInfo),
  ),
  credentialChange(
    ROUTES.setTradingFactor,
    OwnAccountChanges,
    ({ user, request, factorProof, clientInfo }, accountChanges) =>
      accountChanges.setTradingFactor(user, request, factorProof, clientInfo),
  ),
  credentialChange(
    ROUTES.setOwnLimits,
    OwnAccountChanges,
    ({ user, request, factorProof, clientInfo }, accountChanges) =>
      accountChanges.setOwnLimits(user, request, factorProof, clientInfo),
  ),
  credentialChange(
    ROUTES.setCodeLogIn,
    OwnAccountChanges,
    ({ user, request, factorProof, clientInfo }, accountChanges) =>
      accountChanges.setCodeLogIn(user, request, factorProof, clientInfo),
  ),
  serviceEndpoint(ROUTES.setDeviceApproval, [OwnAccountChanges, Tickets], async (context, accountChanges, tickets) => {
    const { user, ticket, request, factorProof, clientInfo } = context;
    const isChanged = await accountChanges.setDeviceApproval(user, request, factorProof, clientInfo);
    // An unchanged setting leaves the other log-ins open.
    if (isChanged) await markErrorsAsAfterSave(tickets.endAll(user, 'user', ticket));
  }),
  serviceEndpoint(ROUTES.freeze, [OwnAccountChanges], async ({ user, ticket, request, clientInfo }, accountChanges) =>
    answerOf(await accountChanges.freeze(user, ticket, request, clientInfo)),
  ),
  serviceEndpoint(ROUTES.setLanguage, [OwnAccountChanges], ({ user, request }, accountChanges) =>
    accountChanges.setLanguage(user, request.language),
  ),
  serviceEndpoint(ROUTES.setNickName, [OwnAccountChanges], ({ user, request }, accountChanges) =>
    accountChanges.setNickName(user, request.nickName),
  ),
  serviceEndpoint(ROUTES.setNationality, [OwnAccountChanges], ({ user, request }, accountChanges) =>
    accountChanges.setNationality(user, request.nationality),
  ),
];

const FACTORS = [
  serviceEndpoint(ROUTES.authenticators, [Authenticators], async ({ user }, authenticators) => {
    return { records: await authenticators.list(user) };
  }),
  serviceEndpoint(ROUTES.beginAuthenticator, [Authenticators], ({ user, request, factorProof }, authenticators) =>
    authenticators.begin(user, request, factorProof),
  ),
  factorBinding(ROUTES.bindAuthenticator, Authenticators, ({ user, request, clientInfo }, authenticators) =>
    authenticators.bind(user, request, clientInfo),
  ),
  serviceEndpoint(ROUTES.renameAuthenticator, [Authenticators], ({ user, request }, authenticators) =>
    authenticators.rename(user, idOf(request.authenticator), request.name),
  ),
  credentialChange(ROUTES.renewRecoveryCodes, Authenticators, ({ user, request, clientInfo }, authenticators) =>
    authenticators.renewRecoveryCodes(user, request.password, request.code, clientInfo),
  ),
  credentialChange(
    ROUTES.unbindAuthenticator,
    Authenticators,
    ({ user, request, factorProof, clientInfo }, authenticators) =>
      authenticators.unbind(user, request, factorProof, clientInfo),
  ),

  serviceEndpoint(ROUTES.passkeys, [Passkeys], async ({ user }, passkeys) => ({ records: await passkeys.list(user) })),
  factorBinding(ROUTES.registerPasskey, Passkeys, ({ user, party, request, clientInfo }, passkeys) =>
    passkeys.register(user, party, request, clientInfo),
  ),
  serviceEndpoint(ROUTES.renamePasskey, [Passkeys], ({ user, request }, passkeys) =>
    passkeys.rename(user, idOf(request.passkey), request.name),
  ),
  credentialChange(ROUTES.removePasskey, Passkeys, ({ user, request, factorProof, clientInfo }, passkeys) => {
    const { passkey, ...proof } = request;
    return passkeys.remove(user, idOf(passkey), proof, factorProof, clientInfo);
  }),
];

/** For the recipient of a letter, who may not be able to log in. */
const LETTER_LINK_ENDPOINTS = [
  serviceEndpoint(LETTERS.look, [LetterLinkActions], ({ request }, acts) => acts.describe(request.token)),
  serviceEndpoint(LETTERS.act, [LetterLinkActions], ({ request, clientInfo }, acts) => acts.act(request, clientInfo)),
];

export const SECURITY_ENDPOINTS = [...OWN, ...FACTORS, ...LETTER_LINK_ENDPOINTS];
