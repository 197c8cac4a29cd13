/** Settings of the desk over defaults in the code: texts of which the journal says that two of staff decided them. */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG_KEYS, type ConfigKey } from '../../../shared/wire/product';
import { Refusal } from '../../platform/errors/refusal';
import type { KnownStaff } from '../../platform/auth/known-staff';
import { configSetting } from '../../platform/staff-settings';
import { StaffTexts } from '../../platform/staff-texts';
import { KNOWN_STAFF } from '../../platform/tokens';

/** Empty: the desk has not set one. Screens leave a contact out; the start year is then that of each language. */
const DEFAULTS: Readonly<Record<ConfigKey, string>> = {
  online_service: '',
  custom_line: '',
  custom_whatsapp: '',
  about_year: '',
  invitation_required: '',
};

@Injectable()
export class SystemConfig {
  constructor(
    @Inject(KNOWN_STAFF) private readonly staff: KnownStaff,
    private readonly texts: StaffTexts,
  ) {}

  async get(key: string): Promise<string> {
    if (!isConfigKey(key)) throw new Refusal('config.key.unknown');
    const name = configSetting(key);
    const hash = this.staff.settingOf(name);
    const decided = hash === undefined ? null : await this.texts.textOf(name, hash);
    return decided ?? DEFAULTS[key];
  }
}

function isConfigKey(key: string): key is ConfigKey {
  return (CONFIG_KEYS as readonly string[]).includes(key);
}
