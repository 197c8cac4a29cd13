/** Bank accounts of the house, one per legal currency, for deposits by users; decided by two staff members. */
import { Inject, Injectable } from '@nestjs/common';
import { bankAccount, type BankAccount } from '../../../../shared/products/wallet/chains';
import type { KnownStaff } from '../../../platform/auth/staff/known-staff';
import { BANK_SETTINGS, bankSetting } from '../../../platform/staff-settings';
import { StaffTexts } from '../../../platform/staff-texts';
import { KNOWN_STAFF } from '../../../platform/tokens';

@Injectable()
export class HouseBank {
  constructor(
    @Inject(KNOWN_STAFF) private readonly staff: KnownStaff,
    private readonly texts: StaffTexts,
  ) {}

  /** Legal currencies with an account, in alphabetical order. */
  async assets(): Promise<string[]> {
    const assets = this.staff.settingsLike(BANK_SETTINGS).map((name) => name.slice(BANK_SETTINGS.length));
    const accounts = await Promise.all(assets.map((asset) => this.accountOf(asset)));
    return assets.filter((_, index) => accounts[index] !== null);
  }

  /** Null if there is none. */
  async accountOf(asset: string): Promise<BankAccount | null> {
    const name = bankSetting(asset);
    const hash = this.staff.settingOf(name);
    const text = hash === undefined ? null : await this.texts.textOf(name, hash);
    return text === null ? null : bankAccount.parse({ asset, ...(JSON.parse(text) as object) });
  }
}
