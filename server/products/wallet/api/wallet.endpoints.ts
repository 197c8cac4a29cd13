/** Endpoints of deposits, withdrawals and the address book. */
import { CommandBus } from '@nestjs/cqrs';
import { ADDRESS_BOOK_ROUTES as BOOK } from '../../../../shared/products/wallet/address-book';
import { CHAIN_ROUTES as CHAINS } from '../../../../shared/products/wallet/chains';
import { SHOWN_DATA_ROUTES as SHOWN } from '../../../../shared/wire/shown-data';
import { WALLET_ROUTES as WALLET } from '../../../../shared/products/wallet/wire';
import { serviceEndpoint } from '../../../platform/http/answers/service-endpoint';
import { bankSetting } from '../../../platform/staff-settings';
import { AdminSettings } from '../../../features/shared/admin-settings';
import { AddressBook } from './address-book';
import { RechargeService } from './recharge-service';
import { ApplyWithdrawal } from './wallet.commands';

export const WALLET_ENDPOINTS = [
  serviceEndpoint(WALLET.applyWithdrawal, [CommandBus], ({ user, request, factorProof }, commands) =>
    commands.execute(new ApplyWithdrawal(user, request, factorProof)),
  ),

  serviceEndpoint(CHAINS.chains, [RechargeService], ({ request }, service) => service.rechargeWays(request.asset)),
  serviceEndpoint(CHAINS.address, [RechargeService], ({ user, request }, desk) => desk.addressOf(user, request)),
  serviceEndpoint(CHAINS.bank, [RechargeService], ({ user, request }, desk) => desk.bankTransfer(user, request.asset)),
  serviceEndpoint(CHAINS.faucet, [RechargeService], ({ user, request }, desk) => desk.payFromFaucet(user, request)),
  serviceEndpoint(CHAINS.setBank, [RechargeService, AdminSettings], async ({ user, request }, desk, settings) => {
    const { asset, ...account } = request;
    await desk.refuseNoBank(asset);
    return settings.set('SetDeskSetting', user, { name: bankSetting(asset), text: JSON.stringify(account) });
  }),
  serviceEndpoint(SHOWN.showAlarm, [RechargeService], ({ user, request }, desk) => desk.show(user, request)),
  serviceEndpoint(CHAINS.status, [RechargeService], (_, desk) => desk.status()),

  serviceEndpoint(BOOK.list, [AddressBook], ({ user }, book) => book.addressesOf(user)),
  serviceEndpoint(BOOK.add, [AddressBook], ({ user, request, factorProof, clientInfo }, book) =>
    book.add(user, request, factorProof, clientInfo),
  ),
  serviceEndpoint(BOOK.label, [AddressBook], ({ user, request, factorProof }, book) =>
    book.relabel(user, request, factorProof),
  ),
  serviceEndpoint(BOOK.ownershipMessage, [AddressBook], ({ user, request }, book) => book.messageFor(user, request)),
  serviceEndpoint(BOOK.declare, [AddressBook], ({ user, request }, book) => book.declare(user, request)),
  serviceEndpoint(BOOK.remove, [AddressBook], ({ user, request, factorProof }, book) =>
    book.remove(user, request, factorProof),
  ),
];
