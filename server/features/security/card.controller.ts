import { Body, Controller } from '@nestjs/common';
import {
  SECURITY_ROUTES as ROUTES,
  type AddBankCardRequest,
  type SetWithdrawalLimitRequest,
} from '../../../shared/wire/security';
import { Caller } from '../../platform/auth/caller';
import { FundPasswords } from '../../platform/auth/fund-passwords';
import { SecondFactors } from '../../platform/auth/second-factors';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { Messages } from '../../platform/messages/messages';
import { BankCards } from '../shared/bank-cards';
import { idOf } from '../shared/convert';
import { WithdrawalLimits } from '../shared/withdrawal-limits';

/** Where money may go, and how much a day. */
@Controller()
export class CardController {
  constructor(
    private readonly cards: BankCards,
    private readonly limits: WithdrawalLimits,
    private readonly fundPasswords: FundPasswords,
    private readonly secondFactors: SecondFactors,
    private readonly messages: Messages,
  ) {}

  @Endpoint(ROUTES.bankCards)
  async list(@Caller() { user }: TicketHolder) {
    return { records: await this.cards.list(user) };
  }

  @Endpoint(ROUTES.addBankCard)
  async add(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.addBankCard.body)) { fundPassword, secondFactor, ...card }: AddBankCardRequest,
  ) {
    // First of all, or a stolen ticket would find out the verified name by trying.
    await this.fundPasswords.check(user, fundPassword);
    await this.cards.judge(user, card);
    await this.secondFactors.check(user, secondFactor);
    const added = await this.cards.add(user, card);
    const { bankName, cardNumber } = added;
    await this.messages.tell(user, 'bank.card.added', { bankName, cardNumber });
    return added;
  }

  @Endpoint(ROUTES.removeBankCard)
  remove(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.removeBankCard.body)) { card }: { card: string }) {
    return this.cards.remove(user, idOf(card));
  }

  @Endpoint(ROUTES.withdrawalLimits)
  async withdrawalLimits() {
    return { records: await this.limits.list() };
  }

  @Endpoint(ROUTES.setWithdrawalLimit)
  setWithdrawalLimit(@Body(new WirePipe(ROUTES.setWithdrawalLimit.body)) request: SetWithdrawalLimitRequest) {
    return this.limits.set(request);
  }
}
