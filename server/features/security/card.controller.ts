import { Body, Controller, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import {
  SECURITY_ROUTES as ROUTES,
  type AddBankCardRequest,
  type SetWithdrawalLimitRequest,
} from '../../../shared/wire/security';
import { VALUE_SCALE } from '../../../shared/rules/values';
import { limitKeyOf } from '../../../shared/rules/withdrawal-limits';
import { Caller } from '../../platform/auth/caller';
import { givenFactor } from '../../platform/auth/step-up';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { FromWhere, type Whence } from '../../platform/auth/whence';
import type { Config } from '../../platform/config/config';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { Letters } from '../../platform/mail/letters';
import { Messages } from '../../platform/messages/messages';
import { CONFIG } from '../../platform/tokens';
import { BankCards } from '../shared/bank-cards';
import { amountOf, idOf } from '../shared/convert';
import { DeskSettings } from '../shared/desk-settings';
import { DestinationProofs } from '../shared/destination-proofs';
import { WithdrawalLimits } from '../shared/withdrawal-limits';

/** Where money may go, and how much a day. */
@Controller()
export class CardController {
  constructor(
    private readonly cards: BankCards,
    private readonly limits: WithdrawalLimits,
    private readonly proofs: DestinationProofs,
    private readonly letters: Letters,
    private readonly messages: Messages,
    private readonly settings: DeskSettings,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Endpoint(ROUTES.bankCards)
  async list(@Caller() { user }: TicketHolder) {
    return { records: await this.cards.list(user) };
  }

  @Endpoint(ROUTES.addBankCard)
  async add(
    @Caller() { user: userId }: TicketHolder,
    @Req() request: FastifyRequest,
    @FromWhere() whence: Whence,
    @Body(new WirePipe(ROUTES.addBankCard.body)) { bankName, cardNumber, realName, ...proof }: AddBankCardRequest,
  ) {
    const card = { bankName, cardNumber, realName };
    // Behind the fund password, or a stolen ticket would find out the verified name by trying.
    const act = { userId, path: ROUTES.addBankCard.path, named: card };
    const { user, alongside } = await this.proofs.prove(act, proof, givenFactor(request, this.config), () =>
      this.cards.judge(userId, card),
    );
    const added = await this.cards.add(userId, card, alongside);
    this.letters.sayDestinationAdded(user, 'card.added', whence, `${bankName} ${added.cardNumber}`);
    await this.messages.tell(userId, 'bank.card.added', { bankName, cardNumber: added.cardNumber });
    return added;
  }

  @Endpoint(ROUTES.removeBankCard)
  remove(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.removeBankCard.body)) { card }: { card: string }) {
    return this.cards.remove(user, idOf(card));
  }

  @Endpoint(ROUTES.withdrawalLimits)
  withdrawalLimits() {
    return { records: this.limits.list() };
  }

  @Endpoint(ROUTES.setWithdrawalLimit)
  async setWithdrawalLimit(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.setWithdrawalLimit.body)) { bindings, limit, verifiedLimit }: SetWithdrawalLimitRequest,
  ) {
    // Both or neither: the second is not refused when the first is proposed.
    for (const amount of [limit, verifiedLimit]) amountOf(amount, VALUE_SCALE);
    const proposals: string[] = [];
    for (const [one, isVerified] of [
      [limit, false],
      [verifiedLimit, true],
    ] as const) {
      const asked = { bindings: limitKeyOf(bindings, isVerified), limit: one };
      const { proposal } = await this.settings.set('SetDailyLimit', user, asked);
      if (proposal !== null) proposals.push(proposal);
    }
    return { proposals };
  }
}
