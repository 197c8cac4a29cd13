/** Made by `client/build/coins.mjs`. */
declare module 'virtual:coins' {
  /** Where the pictures lie: `<PLACE>/btc.svg`. */
  export const PLACE: string;
  /** Names of the coins that have one, by symbol in capitals. */
  export const COINS: Readonly<Record<string, string>>;
}
