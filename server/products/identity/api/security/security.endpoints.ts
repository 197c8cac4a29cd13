/** The user's own safety: addresses, passwords, locks, authenticators and passkeys, and the links of letters about them. */
import type { Type } from '@nestjs/common';
import { LETTER_LINK_ROUTES as LETTERS } from '../../../../../shared/products/identity/letter-links';
import type { Route } from '../../../../../shared/wire/route';
import { SECURITY_ROUTES as ROUTES } from '../../../../../shared/products/identity/security';
import { Tickets } from '../../../../platform/auth/tickets';
import { afterSaving } from '../../../../platform/errors/failure';
import { answeredBy, type Asked, type Told } from '../../../../platform/http/answers/answered-by';
import { BoundCodes } from '../../../../features/shared/withdrawals/bound-codes';
import { idOf } from '../../../../features/shared/orders/convert';
import { answerOf } from '../../../../features/shared/endpoints/submitter';
import { Authenticators } from './authenticators';
import { Bindings } from './bindings';
import { FundPasswordChanges } from './fund-password-changes';
import { LetterActs } from './letter-acts.queries';
import { OwnAccountChanges } from './own-account';
import { Passkeys } from './passkeys';
import { Proofs } from './proofs';

/** A change that ends the user's other log-ins. */
function changedBy<const R extends Route, S>(
  route: R,
  service: Type<S>,
  change: (asked: Asked<R>, service: S) => Promise<Told<R>>,
) {
  return answeredBy(route, [service, Tickets], (asked, changing, tickets) =>
    tickets.endingOthers(asked.user, asked.ticket, change(asked, changing)),
  );
}

/** The same, from which on a member of staff who had no factor is let in everywhere. */
function boundBy<const R extends Route, S>(
  route: R,
  service: Type<S>,
  bind: (asked: Asked<R>, service: S) => Promise<Told<R>>,
) {
  return answeredBy(route, [service, Tickets], (asked, binding, tickets) =>
    tickets.makeWhole(asked.ticket, tickets.endingOthers(asked.user, asked.ticket, bind(asked, binding))),
  );
}

const OWN = [
  answeredBy(ROUTES.sendCode, [BoundCodes, Proofs], async ({ user, request }, codes, proofs) =>
    codes.send(await proofs.userOf(user), request),
  ),
  changedBy(ROUTES.bind, Bindings, ({ user, request, given, whence }, bindings) =>
    bindings.bind(user, request, given, whence),
  ),
  changedBy(ROUTES.setFundPassword, FundPasswordChanges, ({ user, request, given, whence }, passwords) =>
    passwords.set(user, request, given, whence),
  ),
  changedBy(ROUTES.changeFundPassword, FundPasswordChanges, ({ user, request, given, whence }, passwords) =>
    passwords.change(user, request, given, whence),
  ),
  changedBy(ROUTES.resetFundPassword, FundPasswordChanges, ({ user, request, given, whence }, passwords) =>
    passwords.reset(user, request, given, whence),
  ),
  answeredBy(ROUTES.changePassword, [OwnAccountChanges], async (asked, own) => {
    const { user, ticket, request, given, whence } = asked;
    return { ended: await own.changePassword(user, ticket, request, given, whence) };
  }),
  changedBy(ROUTES.setAntiPhishingCode, OwnAccountChanges, ({ user, request, given, whence }, own) =>
    own.setAntiPhishingCode(user, request, given, whence),
  ),
  changedBy(ROUTES.lockSettings, OwnAccountChanges, ({ user, request, given, whence }, own) =>
    own.lockSettings(user, request, given, whence),
  ),
  changedBy(ROUTES.unlockSettings, OwnAccountChanges, ({ user, request, whence }, own) =>
    own.unlockSettings(user, request, whence),
  ),
  changedBy(ROUTES.setTradingFactor, OwnAccountChanges, ({ user, request, given, whence }, own) =>
    own.setTradingFactor(user, request, given, whence),
  ),
  changedBy(ROUTES.setOwnLimits, OwnAccountChanges, ({ user, request, given, whence }, own) =>
    own.setOwnLimits(user, request, given, whence),
  ),
  changedBy(ROUTES.setCodeLogIn, OwnAccountChanges, ({ user, request, given, whence }, own) =>
    own.setCodeLogIn(user, request, given, whence),
  ),
  answeredBy(ROUTES.setDeviceApproval, [OwnAccountChanges, Tickets], async (asked, own, tickets) => {
    const { user, ticket, request, given, whence } = asked;
    const isChanged = await own.setDeviceApproval(user, request, given, whence);
    // Whoever is in stays in where it was so before.
    if (isChanged) await afterSaving(tickets.endAll(user, 'user', ticket));
  }),
  answeredBy(ROUTES.freeze, [OwnAccountChanges], async ({ user, ticket, request, whence }, own) =>
    answerOf(await own.freeze(user, ticket, request, whence)),
  ),
  answeredBy(ROUTES.setLanguage, [OwnAccountChanges], ({ user, request }, own) =>
    own.setLanguage(user, request.language),
  ),
  answeredBy(ROUTES.setNickName, [OwnAccountChanges], ({ user, request }, own) =>
    own.setNickName(user, request.nickName),
  ),
  answeredBy(ROUTES.setNationality, [OwnAccountChanges], ({ user, request }, own) =>
    own.setNationality(user, request.nationality),
  ),
];

const FACTORS = [
  answeredBy(ROUTES.authenticators, [Authenticators], async ({ user }, authenticators) => {
    return { records: await authenticators.list(user) };
  }),
  answeredBy(ROUTES.beginAuthenticator, [Authenticators], ({ user, request, given }, authenticators) =>
    authenticators.begin(user, request, given),
  ),
  boundBy(ROUTES.bindAuthenticator, Authenticators, ({ user, request, whence }, authenticators) =>
    authenticators.bind(user, request, whence),
  ),
  answeredBy(ROUTES.renameAuthenticator, [Authenticators], ({ user, request }, authenticators) =>
    authenticators.rename(user, idOf(request.authenticator), request.name),
  ),
  changedBy(ROUTES.renewRecoveryCodes, Authenticators, ({ user, request, whence }, authenticators) =>
    authenticators.renewRecoveryCodes(user, request.password, request.code, whence),
  ),
  changedBy(ROUTES.unbindAuthenticator, Authenticators, ({ user, request, given, whence }, authenticators) =>
    authenticators.unbind(user, request, given, whence),
  ),

  answeredBy(ROUTES.passkeys, [Passkeys], async ({ user }, passkeys) => ({ records: await passkeys.list(user) })),
  boundBy(ROUTES.registerPasskey, Passkeys, ({ user, party, request, whence }, passkeys) =>
    passkeys.register(user, party, request, whence),
  ),
  answeredBy(ROUTES.renamePasskey, [Passkeys], ({ user, request }, passkeys) =>
    passkeys.rename(user, idOf(request.passkey), request.name),
  ),
  changedBy(ROUTES.removePasskey, Passkeys, ({ user, request, given, whence }, passkeys) => {
    const { passkey, ...proof } = request;
    return passkeys.remove(user, idOf(passkey), proof, given, whence);
  }),
];

/** For whoever got a letter and is not logged in, and perhaps no longer can be. */
const OF_LETTERS = [
  answeredBy(LETTERS.look, [LetterActs], ({ request }, acts) => acts.look(request.token)),
  answeredBy(LETTERS.act, [LetterActs], ({ request, whence }, acts) => acts.act(request, whence)),
];

export const SECURITY_ENDPOINTS = [...OWN, ...FACTORS, ...OF_LETTERS];
