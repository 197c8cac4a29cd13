/** Settings approved by two staff members, over the defaults in the code. */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG_DEFAULTS, CONFIG_KEYS, type ConfigKey, type ConfigValues } from '../../../shared/rules/site-config';
import { Refusal } from '../../platform/errors/refusal';
import type { KnownStaff } from '../../platform/auth/staff/known-staff';
import { configSetting } from '../../platform/staff-settings';
import { StaffTexts } from '../../platform/staff-texts';
import { KNOWN_STAFF } from '../../platform/tokens';

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
    return decided ?? CONFIG_DEFAULTS[key];
  }

  async allValues(): Promise<ConfigValues> {
    const values = await Promise.all(CONFIG_KEYS.map(async (key) => [key, await this.get(key)] as const));
    return Object.fromEntries(values) as Record<ConfigKey, string>;
  }
}

function isConfigKey(key: string): key is ConfigKey {
  return (CONFIG_KEYS as readonly string[]).includes(key);
}
