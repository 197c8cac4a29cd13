/** The one place where codes meet HTTP. A code without a status does not compile. */
import type { AnswerCode, EdgeCode } from '../../../shared/rules/codes';

/**
 * What a rule refuses is an answer like any other: 200 with its code. So is being logged out, which the client handles
 * without an alert.
 */
const EDGE_STATUSES: Readonly<Record<EdgeCode, number>> = {
  'login.user.not.login': 200,
  '4001': 401,
  '4003': 403,
  'permission.denied': 403,
  'path.not.found': 404,
  'request.invalid': 400,
  'request.too.large': 413,
  'request.too.many': 429,
  'system.busy': 503,
  'system.error': 500,
  'outcome.unknown': 503,
  'projection.behind': 503,
  'price.off.tick': 200,
  'quantity.off.lot': 200,
  'amount.too.precise': 200,
  'login.failed': 200,
  'registration.failed': 200,
  'email.format.error': 200,
  'password.too.weak': 200,
  'channel.unknown': 200,
  'interval.unknown': 200,
  'subscription.login.required': 200,
  'subscriptions.too.many': 200,
  'sockets.too.many': 200,
  'config.key.unknown': 200,
  'content.not.found': 200,
  'user.not.found': 200,
  'address.already.bound': 200,
  'address.not.bound': 200,
  'authenticator.already.bound': 200,
  'authenticator.not.begun': 200,
  'authenticator.not.bound': 200,
  'card.already.stored': 200,
  'card.name.mismatch': 200,
  'card.not.found': 200,
  'card.number.invalid': 200,
  'cards.too.many': 200,
  'fund.password.already.set': 200,
  'fund.password.not.set': 200,
  'fund.password.too.weak': 200,
  'fund.password.wrong': 200,
  'nationality.fixed': 200,
  'passkey.already.stored': 200,
  'passkey.not.found': 200,
  'passkey.refused': 200,
  'passkeys.too.many': 200,
  'password.unchanged': 200,
  'password.wrong': 200,
  'passwords.must.differ': 200,
  'proof.required': 200,
  'google.code.required': 200,
  'google.code.used': 200,
  'google.code.wrong': 200,
  'document.already.used': 200,
  'document.number.invalid': 200,
  'photo.blank': 200,
  'photo.too.large': 200,
  'photo.too.small': 200,
  'photo.unreadable': 200,
  'staff.not.admin': 200,
  'staff.self.forbidden': 200,
  'verification.not.found': 200,
  'verification.state.invalid': 200,
  'verification.under.review': 200,
  'tries.too.many': 200,
};

/** Everything that is no edge code is a rule's word: the core's refusals, the catalogue, success. */
type EdgeAnswer = { [C in AnswerCode]: C extends EdgeCode ? C : never }[AnswerCode];

export function statusOf(code: AnswerCode): number {
  return EDGE_STATUSES[code as EdgeAnswer] ?? 200;
}
