/**
 * Wallet data of the demo's users, so that a visitor can withdraw at once: a fund password, and each other's addresses
 * in their address books. Everything is a day old when the demo begins, like its history, so nothing is held.
 */
import type { Application } from '../../application';
import type { AnswerCode } from '../../../shared/rules/codes';
import { FundPasswordChanges } from '../../products/identity/api/security/fund-password-changes';
import { AddressBook } from '../../products/wallet/api/address-book';
import { Refusal } from '../../platform/errors/refusal';
import type { DemoUser } from '../demo-users';

const CHAIN = 'ERC20';
export const DEMO_BANK = {
  asset: 'USD',
  bankName: 'Demo Bank',
  accountName: 'Open Exchange Demo',
  accountNumber: '0000 0000 0000',
  bankCode: 'DEMOXXXX',
};

/** Refusals of a step that an earlier start has performed. */
const DONE_BEFORE: ReadonlySet<AnswerCode> = new Set([
  'fund.password.already.set',
  'withdrawal.address.already.listed',
]);

export interface WalletOwner extends DemoUser {
  id: number;
}

export async function seedWallets(
  { nest, exchange }: Pick<Application, 'nest' | 'exchange'>,
  owners: readonly WalletOwner[],
): Promise<void> {
  const port = exchange.chains.find(CHAIN);
  for (const { id, email, password, fundPassword } of owners) {
    // Users written before fund passwords existed set their own.
    if (fundPassword === undefined) continue;
    await ignoreIfDone(() => nest.get(FundPasswordChanges).set(id, { fundPassword, password }, null, null));
    for (const other of owners) {
      if (other.email === email || !port) continue;
      const address = await exchange.addresses.addressOf(port, other.id);
      const label = other.email.slice(0, other.email.indexOf('@'));
      const beneficiary = { owner: 'other', name: nameOf(label) } as const;
      await ignoreIfDone(() => nest.get(AddressBook).addToBook(id, { chain: CHAIN, address, label, beneficiary }));
    }
  }
}

function nameOf(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}

async function ignoreIfDone(step: () => Promise<unknown>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof Refusal) || !DONE_BEFORE.has(error.code)) throw error;
  }
}
