/** Under which names the journal has the hashes of what the desk sets. */

export const BANK_SETTINGS = 'bank.';

export function bankSetting(asset: string): string {
  return `${BANK_SETTINGS}${asset}`;
}

export function configSetting(key: string): string {
  return `config.${key}`;
}
