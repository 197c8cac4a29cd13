/** Endpoints of deposits, withdrawals and the address book. */
import { CommandBus } from '@nestjs/cqrs';
import { ADDRESS_BOOK_ROUTES as BOOK } from '../../../../shared/products/wallet/address-book';
import { CHAIN_ROUTES as CHAINS } from '../../../../shared/products/wallet/chains';
import { SHOWN_DATA_ROUTES as SHOWN } from '../../../../shared/wire/shown-data';
import { WALLET_ROUTES as WALLET } from '../../../../shared/products/wallet/wire';
import { answeredBy } from '../../../platform/http/answers/answered-by';
import { bankSetting } from '../../../platform/staff-settings';
import { DeskSettings } from '../../../features/shared/desk-settings';
import { AddressBook } from './address-book';
import { RechargeDesk } from './recharge-desk';
import { ApplyWithdrawal } from './wallet.commands';

export const WALLET_ENDPOINTS = [
  answeredBy(WALLET.applyWithdrawal, [CommandBus], ({ user, request, given }, commands) =>
    commands.execute(new ApplyWithdrawal(user, request, given)),
  ),

  answeredBy(CHAINS.chains, [RechargeDesk], ({ request }, desk) => desk.ways(request.asset)),
  answeredBy(CHAINS.address, [RechargeDesk], ({ user, request }, desk) => desk.addressOf(user, request)),
  answeredBy(CHAINS.bank, [RechargeDesk], ({ user, request }, desk) => desk.bankTransfer(user, request.asset)),
  answeredBy(CHAINS.faucet, [RechargeDesk], ({ user, request }, desk) => desk.give(user, request)),
  answeredBy(CHAINS.setBank, [RechargeDesk, DeskSettings], async ({ user, request }, desk, settings) => {
    const { asset, ...account } = request;
    await desk.refuseNoBank(asset);
    return settings.set('SetDeskSetting', user, { name: bankSetting(asset), text: JSON.stringify(account) });
  }),
  answeredBy(SHOWN.showAlarm, [RechargeDesk], ({ user, request }, desk) => desk.show(user, request)),
  answeredBy(CHAINS.status, [RechargeDesk], (_, desk) => desk.status()),

  answeredBy(BOOK.list, [AddressBook], ({ user }, book) => book.of(user)),
  answeredBy(BOOK.add, [AddressBook], ({ user, request, given, whence }, book) =>
    book.add(user, request, given, whence),
  ),
  answeredBy(BOOK.label, [AddressBook], ({ user, request, given }, book) => book.relabel(user, request, given)),
  answeredBy(BOOK.ownershipMessage, [AddressBook], ({ user, request }, book) => book.messageFor(user, request)),
  answeredBy(BOOK.declare, [AddressBook], ({ user, request }, book) => book.declare(user, request)),
  answeredBy(BOOK.remove, [AddressBook], ({ user, request, given }, book) => book.remove(user, request, given)),
];
