/** Staff rules of commands about assets and spot markets. */
import type { Context } from '../decision';
import { getOrThrow } from '../evolve-helpers';
import { broken } from '../rejection';
import { changeOf, factsOf, staffRule, type Facts, type TwoPersonApproval } from '../staff/rule';
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
import { termsAt } from './scheduled-terms';

type Proposed = Omit<TwoPersonApproval, 'kind'>;
type Timed = Readonly<Pick<Context, 'at'>>;

export function assetListingApproval(_view: CoreView, command: ListAsset): Proposed {
  return { subject: `asset/${command.asset}`, ...changeOf(undefined, command) };
}

export function marketListingApproval(_view: CoreView, command: ListMarket): Proposed {
  return { subject: `market/${command.market}`, ...changeOf(undefined, command) };
}

/** A halt keeps orders and robots; closing ends robots permanently. */
export const marketStateRule = staffRule(
  'markets',
  ['brake', 'restore', 'change'],
  'One halts a market: orders and robots stay. Two lift a halt or begin maintenance at once. Opening, closing and reopening wait.',
  ({ markets }, command: SetMarketState) => {
    const { market, state } = command;
    const { state: currentState } = getOrThrow(markets, market);
    const subject = `market/${market}`;
    if (state === 'cancel_only' && currentState === 'open')
      return { kind: 'brake', subject, undo: { ...command, state: currentState } };
    return {
      kind: isImmediate(currentState, state) ? 'restore' : 'change',
      subject,
      ...changeOf({ market, state: currentState }, { market, state }),
    };
  },
);

/**
 * Whether two persons may do it immediately: lifting a halt, entering or leaving maintenance. Every change of a closed
 * market waits.
 */
export function isImmediate(currentState: string, requestedState: string): boolean {
  return currentState !== 'closed' && (requestedState === 'maintenance' || requestedState === 'open');
}

/** Compares the requested fields with the terms at that time. */
export function marketTermsApproval(view: CoreView, command: ChangeMarketTerms, { at }: Timed): Proposed {
  const listedMarket = spotMarket(view, command.market) ?? broken(`market ${command.market} is unknown`);
  const { market, from } = command;
  const before = termsAt<Terms>(listedMarket, from ?? at);
  const changedFields = MARKET_TERMS_CHANGED.filter((field) => command[field] !== undefined);
  const factsWith = (terms: Terms): Facts => ({
    market,
    ...(from === undefined ? {} : { from }),
    ...Object.fromEntries(changedFields.map((field) => [field, factOf(terms[field])])),
  });
  return { subject: `market/${market}/terms`, user: null, before: factsWith(before), after: factsWith(command) };
}

type Field = (typeof MARKET_TERMS_CHANGED)[number];
type Plain<V> = V extends readonly (infer Item)[] ? readonly Item[] : V;
type Terms = { readonly [F in Field]?: Plain<MarketTerms[F]> };

function factOf(value: Plain<MarketTerms[Field]> | undefined): string | number {
  if (typeof value === 'number') return value;
  return typeof value === 'object' ? value.join(' ') : String(value ?? '');
}

export function assetTermsApproval(view: CoreView, command: ChangeAssetTerms, { at }: Timed): Proposed {
  const { asset, from } = command;
  const before = termsAt<AssetTerms>(getOrThrow(view.assets, asset), from ?? at);
  const fields = ['asset', 'from', ...ASSET_TERMS_CHANGED.filter((field) => command[field] !== undefined)];
  return {
    subject: `asset/${asset}/terms`,
    user: null,
    before: factsOf({ asset, ...before }, fields),
    after: factsOf(command, fields),
  };
}

/**
 * One person may suspend open deposits or withdrawals. Every other change needs two persons, including maintenance,
 * because it ends running activity.
 */
export const assetStateRule = staffRule(
  'markets',
  ['brake', 'restore'],
  'One suspends deposits or withdrawals. Two open them again, and begin or end maintenance, at once.',
  ({ assets }, command: SetAssetState) => {
    const { asset, trading, deposits, withdrawals } = command;
    const assetState = getOrThrow(assets, asset);
    const before = {
      asset,
      trading: assetState.trading,
      deposits: assetState.deposits,
      withdrawals: assetState.withdrawals,
    };
    const opens = isOpened(assetState.deposits, deposits) || isOpened(assetState.withdrawals, withdrawals);
    const subject = `asset/${asset}`;
    if (!opens && trading === assetState.trading)
      return { kind: 'brake', subject, undo: { type: 'SetAssetState', ...before, reason: command.reason } };
    const after = { asset, trading, deposits, withdrawals };
    return { kind: 'restore', subject, ...changeOf(before, after) };
  },
);

function isOpened(currentState: string, requestedState: string): boolean {
  return requestedState === 'open' && currentState !== 'open';
}
