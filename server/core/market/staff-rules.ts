/** What staff's commands about assets and spot markets take. */
import type { Context } from '../decision';
import { known } from '../folding';
import { broken } from '../rejection';
import { changeOf, factsOf, staffRule, type Facts, type TakesTwo } from '../staff/rule';
import type { CoreView } from '../state';
import {
  ASSET_TERMS_CHANGED,
  MARKET_TERMS_CHANGED,
  type AssetTerms,
  type ChangeAssetTerms,
  type ChangeMarketTerms,
  type ListAsset,
  type ListMarket,
  type MarketTerms,
  type SetAssetState,
  type SetMarketState,
} from './commands';
import { spotMarket } from './listing';
import { termsAt } from './terms';

type Proposed = Omit<TakesTwo, 'kind'>;
type Timed = Readonly<Pick<Context, 'at'>>;

export function listsAsset(_view: CoreView, command: ListAsset): Proposed {
  return { subject: `asset/${command.asset}`, ...changeOf(undefined, command) };
}

export function listsMarket(_view: CoreView, command: ListMarket): Proposed {
  return { subject: `market/${command.market}`, ...changeOf(undefined, command) };
}

/** A halt leaves orders and robots where they are; closing ends robots, and what ended does not come back. */
export const marketStateRule = staffRule(
  ['brake', 'restore', 'change'],
  'One halts a market: orders and robots stay. Two lift a halt or begin maintenance at once. Opening, closing and reopening wait.',
  ({ markets }, command: SetMarketState) => {
    const { market, state } = command;
    const { state: now } = known(markets, market);
    const subject = `market/${market}`;
    if (state === 'cancel_only' && now === 'open') return { kind: 'brake', subject, undo: { ...command, state: now } };
    return {
      kind: isAtOnce(now, state) ? 'restore' : 'change',
      subject,
      ...changeOf({ market, state: now }, { market, state }),
    };
  },
);

/** A halt is lifted, or a market goes into maintenance or comes out of it. A closed one waits, whatever it becomes. */
export function isAtOnce(now: string, next: string): boolean {
  return now !== 'closed' && (next === 'maintenance' || next === 'open');
}

/** Terms as they would be then, in the fields that are asked for. */
export function changesMarketTerms(view: CoreView, command: ChangeMarketTerms, { at }: Timed): Proposed {
  const listed = spotMarket(view, command.market) ?? broken(`market ${command.market} is unknown`);
  const { market, from } = command;
  const before = termsAt<Terms>(listed, from ?? at);
  const asked = MARKET_TERMS_CHANGED.filter((field) => command[field] !== undefined);
  const told = (terms: Terms): Facts => ({
    market,
    ...(from === undefined ? {} : { from }),
    ...Object.fromEntries(asked.map((field) => [field, factOf(terms[field])])),
  });
  return { subject: `market/${market}/terms`, user: null, before: told(before), after: told(command) };
}

type Field = (typeof MARKET_TERMS_CHANGED)[number];
type Plain<V> = V extends readonly (infer Item)[] ? readonly Item[] : V;
type Terms = { readonly [F in Field]?: Plain<MarketTerms[F]> };

function factOf(value: Plain<MarketTerms[Field]> | undefined): string | number {
  if (typeof value === 'number') return value;
  return typeof value === 'object' ? value.join(' ') : String(value ?? '');
}

export function changesAssetTerms(view: CoreView, command: ChangeAssetTerms, { at }: Timed): Proposed {
  const { asset, from } = command;
  const before = termsAt<AssetTerms>(known(view.assets, asset), from ?? at);
  const fields = ['asset', 'from', ...ASSET_TERMS_CHANGED.filter((field) => command[field] !== undefined)];
  return {
    subject: `asset/${asset}/terms`,
    user: null,
    before: factsOf({ asset, ...before }, fields),
    after: factsOf(command, fields),
  };
}

/** Of each of the three one stops what is open; all else takes two, and maintenance ends what runs. */
export const assetStateRule = staffRule(
  ['brake', 'restore'],
  'One suspends deposits or withdrawals. Two open them again, and begin or end maintenance, at once.',
  ({ assets }, command: SetAssetState) => {
    const { asset, trading, deposits, withdrawals } = command;
    const now = known(assets, asset);
    const before = { asset, trading: now.trading, deposits: now.deposits, withdrawals: now.withdrawals };
    const opens = isOpened(now.deposits, deposits) || isOpened(now.withdrawals, withdrawals);
    const subject = `asset/${asset}`;
    if (!opens && trading === now.trading)
      return { kind: 'brake', subject, undo: { type: 'SetAssetState', ...before, reason: command.reason } };
    const after = { asset, trading, deposits, withdrawals };
    return { kind: 'restore', subject, ...changeOf(before, after) };
  },
);

function isOpened(now: string, next: string): boolean {
  return next === 'open' && now !== 'open';
}
