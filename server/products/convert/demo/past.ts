/** Alice's past conversions: over one market, over two, and sales of small balances. */
import { minimumReceived, QUOTE_VALID_MS } from '../../../../shared/products/convert/rules/quote';
import { VALUE_ASSET } from '../../../../shared/rules/valuation';
import type { Command } from '../../../core/command';
import { availableIn, availableOf } from '../../../core/ledger/ledger';
import { isRejection } from '../../../core/rejection';
import type { CoreState } from '../../../core/state';
import type { PastMoment } from '../../../demo/product-demo';
import type { ConvertCoin } from '../core/commands';
import { decideConvertCoin } from '../core/convert';

const MINUTE_MS = 60_000;
/** After the minute's publication, because the house uses its index. */
const AFTER_MS = 1_000;
const UNIT = 100_000_000n;

type DemoConversion = Pick<ConvertCoin, 'from' | 'to' | 'amount'> & { fraction: number };

/** Coins without resting orders of hers then, because a conversion that would meet one is rejected. */
const DEMO_CONVERSIONS: readonly DemoConversion[] = [
  { fraction: 0.15, from: 'SOL', to: 'USDT', amount: (25n * UNIT) / 2n },
  { fraction: 0.29, from: 'LINK', to: 'DOT', amount: 60n * UNIT },
];

/** Units left in the spot account, about half a USDT each. The rest is set aside until the house has bought them. */
const DUST = [
  { asset: 'LTC', left: UNIT / 200n },
  { asset: 'ADA', left: 1_500_000n },
] as const;
const DUST_WHEN = 0.43;

type MakeCommand = (user: number, state: CoreState, at: number) => Command;

/** In order of time. Each has its own client id, so that a later start repeats nothing. */
export function aliceConversions(from: number, to: number): PastMoment[] {
  const momentAt = (fraction: number, name: string, make: MakeCommand, takesFrom?: readonly string[]): PastMoment => {
    const clientId = `demo-alice-${name}`;
    return {
      at: Math.ceil((from + (to - from) * fraction) / MINUTE_MS) * MINUTE_MS + AFTER_MS,
      takesFrom,
      make: (user, state, at) => ({ actor: `user/${user}`, clientId, command: make(user, state, at) }),
    };
  };
  const dustMoments = (name: string, move: (asset: (typeof DUST)[number]) => MakeCommand): PastMoment[] =>
    DUST.map((coin) => momentAt(DUST_WHEN, `${name}-${coin.asset}`, move(coin)));
  const coins = DUST.map(({ asset }) => ({ asset }));
  return [
    ...DEMO_CONVERSIONS.map(({ fraction, ...conversion }, number) =>
      momentAt(
        fraction,
        `convert-${number + 1}`,
        (user, state, at) => withQuotedMinimum(state, { ...conversion, user }, at),
        [conversion.from, conversion.to].filter((coin) => coin !== VALUE_ASSET).map((coin) => `${coin}-${VALUE_ASSET}`),
      ),
    ),
    ...dustMoments('aside', ({ asset, left }) => (user, { ledger }) => {
      const amount = availableOf(ledger, user, asset) - left;
      return { type: 'TransferFunds', user, asset, from: 'spot', to: 'contract', amount };
    }),
    momentAt(DUST_WHEN, 'dust', (user) => ({ type: 'ConvertDust', user, coins })),
    ...dustMoments('back', ({ asset }) => (user, { ledger }) => {
      const amount = availableIn(ledger, 'contract', user, asset);
      return { type: 'TransferFunds', user, asset, from: 'contract', to: 'spot', amount };
    }),
  ];
}

/** Uses the minimum of a current quote. */
function withQuotedMinimum(
  state: CoreState,
  conversion: Pick<ConvertCoin, 'user' | 'from' | 'to' | 'amount'>,
  at: number,
): ConvertCoin {
  const command: ConvertCoin = { type: 'ConvertCoin', ...conversion, least: 1n, validUntil: at + QUOTE_VALID_MS };
  const events = decideConvertCoin(state, command, { actor: `user/${conversion.user}`, at });
  const converted = isRejection(events) ? undefined : events.find((event) => event.type === 'Converted');
  return converted ? { ...command, least: minimumReceived(converted.received) } : command;
}
