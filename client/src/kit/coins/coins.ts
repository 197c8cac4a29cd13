/** Names and pictures of well-known assets. Both are for the eye alone: the symbol identifies the asset. */

/** Each has a picture `pictures/<symbol>.svg` from cryptocurrency-icons 0.18.1 (public domain, CC0 1.0), except SHIB, drawn for this client. */
export const NAMES: Readonly<Record<string, string>> = {
  '1INCH': '1inch Network',
  AAVE: 'AAVE',
  ADA: 'Cardano',
  ALGO: 'Algorand',
  ATOM: 'Cosmos',
  AVAX: 'Avalanche',
  BAT: 'Basic Attention Token',
  BCH: 'Bitcoin Cash',
  BNB: 'BNB',
  BTC: 'Bitcoin',
  BTG: 'Bitcoin Gold',
  CHZ: 'Chiliz',
  CNY: 'CNY',
  COMP: 'Compound',
  CRV: 'Curve',
  DAI: 'Dai',
  DASH: 'Dash',
  DCR: 'Decred',
  DGB: 'DigiByte',
  DOGE: 'Dogecoin',
  DOT: 'Polkadot',
  ENJ: 'Enjin Coin',
  EOS: 'EOS',
  ETC: 'Ethereum Classic',
  ETH: 'Ethereum',
  EUR: 'EUR',
  FIL: 'Filecoin',
  GBP: 'GBP',
  GRT: 'The Graph',
  ICP: 'Internet Computer',
  ICX: 'ICON',
  JPY: 'JPY',
  KSM: 'Kusama',
  LINK: 'Chainlink',
  LRC: 'Loopring',
  LTC: 'Litecoin',
  MANA: 'Decentraland',
  MATIC: 'Polygon',
  MKR: 'Maker',
  NEO: 'NEO',
  NEXO: 'Nexo',
  OMG: 'OMG Network',
  ONT: 'Ontology',
  QTUM: 'Qtum',
  RVN: 'Ravencoin',
  SAND: 'The Sandbox',
  SC: 'Siacoin',
  SHIB: 'Shiba Inu',
  SNX: 'Synthetix',
  SOL: 'Solana',
  STX: 'Stacks',
  SUSHI: 'SushiSwap',
  THETA: 'Theta Network',
  TRX: 'TRON',
  TUSD: 'TrueUSD',
  UNI: 'Uniswap',
  USD: 'US Dollar',
  USDC: 'USD Coin',
  USDT: 'Tether',
  VET: 'VeChain',
  WAVES: 'Waves',
  WBTC: 'Wrapped Bitcoin',
  XEM: 'NEM',
  XLM: 'Stellar',
  XMR: 'Monero',
  XRP: 'XRP',
  XTZ: 'Tezos',
  YFI: 'Yearn',
  ZEC: 'Zcash',
  ZIL: 'Zilliqa',
  ZRX: '0x',
};

/** Null if the coin has no name besides its symbol. */
export function coinName(symbol: string): string | null {
  const name = hasPicture(symbol) ? NAMES[symbol] : symbol;
  return name === symbol ? null : name;
}

/** URL of the picture; null if there is none. */
export function coinPicture(symbol: string): string | null {
  return hasPicture(symbol) ? new URL(`./pictures/${symbol.toLowerCase()}.svg`, import.meta.url).href : null;
}

function hasPicture(symbol: string): boolean {
  return Object.hasOwn(NAMES, symbol);
}
