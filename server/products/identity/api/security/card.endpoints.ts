/** Endpoints of bank cards and daily limits. */
import { VALUE_SCALE, VALUE_ASSET } from '../../../../../shared/rules/valuation';
import { limitKeyOf } from '../../../../../shared/products/wallet/rules/withdrawal-limits';
import { SECURITY_ROUTES as ROUTES } from '../../../../../shared/products/identity/security';
import { serviceEndpoint } from '../../../../platform/http/answers/service-endpoint';
import { Letters } from '../../../../platform/mail/letters';
import { Messages } from '../../../../platform/messages/messages';
import { BankCards } from '../../../../features/shared/withdrawals/bank-cards';
import { amountOf, idOf } from '../../../../features/shared/orders/convert';
import { AdminSettings } from '../../../../features/shared/admin-settings';
import { DestinationProofs } from '../../../../features/shared/withdrawals/destination-proofs';
import { WithdrawalLimits } from '../../../../features/shared/withdrawals/withdrawal-limits';

export const CARD_ENDPOINTS = [
  serviceEndpoint(ROUTES.bankCards, [BankCards], async ({ user }, cards) => ({ records: await cards.list(user) })),
  serviceEndpoint(
    ROUTES.addBankCard,
    [BankCards, DestinationProofs, Letters, Messages],
    async ({ user: userId, request, factorProof, clientInfo }, cards, proofs, letters, messages) => {
      const { bankName, cardNumber, realName, ...proof } = request;
      const card = { bankName, cardNumber, realName };
      // After the fund password: otherwise a stolen ticket could find out the verified name by trying.
      const act = { userId, path: ROUTES.addBankCard.path, named: card };
      const { user, alongside } = await proofs.prove(act, proof, factorProof, () => cards.judge(userId, card));
      const added = await cards.add(userId, card, alongside);
      letters.sendDestinationAdded(user, 'card.added', clientInfo, `${bankName} ${added.cardNumber}`);
      await messages.notify(userId, 'bank.card.added', { bankName, cardNumber: added.cardNumber });
      return added;
    },
  ),
  serviceEndpoint(ROUTES.removeBankCard, [BankCards], ({ user, request }, cards) =>
    cards.remove(user, idOf(request.card)),
  ),

  serviceEndpoint(ROUTES.withdrawalLimits, [WithdrawalLimits], (_, limits) => ({ records: limits.list() })),
  serviceEndpoint(ROUTES.setWithdrawalLimit, [AdminSettings], async ({ user, request }, settings) => {
    const { bindings, limit, verifiedLimit } = request;
    // Validates both first, so that the second is not rejected when the first is already proposed.
    for (const amount of [limit, verifiedLimit]) amountOf(amount, VALUE_SCALE, VALUE_ASSET);
    const proposals: string[] = [];
    for (const [one, isVerified] of [
      [limit, false],
      [verifiedLimit, true],
    ] as const) {
      const setting = { bindings: limitKeyOf(bindings, isVerified), limit: one };
      const { proposal } = await settings.set('SetDailyLimit', user, setting);
      if (proposal !== null) proposals.push(proposal);
    }
    return { proposals };
  }),
];
