/** Where money may go, and how much a day. */
import { VALUE_SCALE, VALUED_IN } from '../../../../../shared/rules/values';
import { limitKeyOf } from '../../../../../shared/products/wallet/rules/withdrawal-limits';
import { SECURITY_ROUTES as ROUTES } from '../../../../../shared/products/identity/security';
import { answeredBy } from '../../../../platform/http/answers/answered-by';
import { Letters } from '../../../../platform/mail/letters';
import { Messages } from '../../../../platform/messages/messages';
import { BankCards } from '../../../../features/shared/withdrawals/bank-cards';
import { amountOf, idOf } from '../../../../features/shared/orders/convert';
import { DeskSettings } from '../../../../features/shared/desk-settings';
import { DestinationProofs } from '../../../../features/shared/withdrawals/destination-proofs';
import { WithdrawalLimits } from '../../../../features/shared/withdrawals/withdrawal-limits';

export const CARD_ENDPOINTS = [
  answeredBy(ROUTES.bankCards, [BankCards], async ({ user }, cards) => ({ records: await cards.list(user) })),
  answeredBy(
    ROUTES.addBankCard,
    [BankCards, DestinationProofs, Letters, Messages],
    async ({ user: userId, request, given, whence }, cards, proofs, letters, messages) => {
      const { bankName, cardNumber, realName, ...proof } = request;
      const card = { bankName, cardNumber, realName };
      // Behind the fund password, or a stolen ticket would find out the verified name by trying.
      const act = { userId, path: ROUTES.addBankCard.path, named: card };
      const { user, alongside } = await proofs.prove(act, proof, given, () => cards.judge(userId, card));
      const added = await cards.add(userId, card, alongside);
      letters.sayDestinationAdded(user, 'card.added', whence, `${bankName} ${added.cardNumber}`);
      await messages.tell(userId, 'bank.card.added', { bankName, cardNumber: added.cardNumber });
      return added;
    },
  ),
  answeredBy(ROUTES.removeBankCard, [BankCards], ({ user, request }, cards) => cards.remove(user, idOf(request.card))),

  answeredBy(ROUTES.withdrawalLimits, [WithdrawalLimits], (_, limits) => ({ records: limits.list() })),
  answeredBy(ROUTES.setWithdrawalLimit, [DeskSettings], async ({ user, request }, settings) => {
    const { bindings, limit, verifiedLimit } = request;
    // Both or neither: the second is not refused when the first is proposed.
    for (const amount of [limit, verifiedLimit]) amountOf(amount, VALUE_SCALE, VALUED_IN);
    const proposals: string[] = [];
    for (const [one, isVerified] of [
      [limit, false],
      [verifiedLimit, true],
    ] as const) {
      const asked = { bindings: limitKeyOf(bindings, isVerified), limit: one };
      const { proposal } = await settings.set('SetDailyLimit', user, asked);
      if (proposal !== null) proposals.push(proposal);
    }
    return { proposals };
  }),
];
