/** Names of the desk's settings under which the journal has their hashes. */

export const BANK_SETTINGS = 'bank.';

export function bankSetting(asset: string): string {
  return `${BANK_SETTINGS}${asset}`;
}

export function configSetting(key: string): string {
  return `config.${key}`;
}
