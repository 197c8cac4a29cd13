import { Body, Controller, Query } from '@nestjs/common';
import { CHAIN_ROUTES as ROUTES } from '../../../shared/wire/chains';
import type { BankAccount, FaucetRequest, RechargeAddressRequest } from '../../../shared/wire/chains';
import { SHOWN_DATA_ROUTES as SHOWN, type ShowAlarmRequest } from '../../../shared/wire/shown-data';
import { Caller } from '../../platform/auth/caller';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { bankSetting } from '../../platform/staff-settings';
import { DeskSettings } from '../shared/desk-settings';
import { RechargeDesk } from './recharge-desk';

@Controller()
export class RechargeController {
  constructor(
    private readonly desk: RechargeDesk,
    private readonly settings: DeskSettings,
  ) {}

  @Endpoint(ROUTES.chains)
  chains(@Query(new WirePipe(ROUTES.chains.query)) { asset }: { asset?: string }) {
    return this.desk.ways(asset);
  }

  @Endpoint(ROUTES.address)
  address(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.address.body)) request: RechargeAddressRequest) {
    return this.desk.addressOf(user, request);
  }

  @Endpoint(ROUTES.bank)
  bankTransfer(@Caller() { user }: TicketHolder, @Query(new WirePipe(ROUTES.bank.query)) { asset }: { asset: string }) {
    return this.desk.bankTransfer(user, asset);
  }

  @Endpoint(ROUTES.faucet)
  faucet(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.faucet.body)) request: FaucetRequest) {
    return this.desk.give(user, request);
  }

  @Endpoint(ROUTES.setBank)
  async setBank(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.setBank.body)) { asset, ...account }: BankAccount,
  ) {
    await this.desk.refuseNoBank(asset);
    const setting = { name: bankSetting(asset), text: JSON.stringify(account) };
    return this.settings.set('SetDeskSetting', user, setting);
  }

  @Endpoint(SHOWN.showAlarm)
  showAlarm(@Caller() { user }: TicketHolder, @Body(new WirePipe(SHOWN.showAlarm.body)) request: ShowAlarmRequest) {
    return this.desk.show(user, request);
  }

  @Endpoint(ROUTES.status)
  status() {
    return this.desk.status();
  }
}
