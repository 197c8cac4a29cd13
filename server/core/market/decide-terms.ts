/** Changes of listed terms, immediate or scheduled, and of an asset's state. Resting orders stay in the book. */
import type { Context, Decision } from '../decision';
import { reject, type Rejection } from '../rejection';
import type { CoreView, MarketView } from '../state';
import {
  ASSET_TERMS_CHANGED,
  MARKET_TERMS_CHANGED,
  type AssetTerms,
  type ChangeAssetTerms,
  type ChangeMarketTerms,
  type MarketTerms,
  type SetAssetState,
} from './commands';
import { assetTermsAreValid, doTakersPay, spotMarket, termsAreValid } from './listing';
import {
  presentFields,
  pendingAt,
  PENDING_TERMS_MAX,
  termsAt,
  insertChange,
  type TermsChange,
} from './scheduled-terms';

const DAY_MS = 86_400_000;
/** Maximum time between the announcement of a change and its start. */
const AHEAD_MS_MAX = 90 * DAY_MS;

export function decideChangeMarketTerms(view: CoreView, command: ChangeMarketTerms, { at }: Context): Decision {
  const market = spotMarket(view, command.market);
  if (!market) return reject('market.unknown');
  const { base, quote } = market.terms;
  const [baseScale, quoteScale] = [base, quote].map((asset) => view.assets.get(asset)?.scale ?? 0);
  const { reason, from = at } = command;
  const change = { from, reason, asked: presentFields<MarketTerms>(MARKET_TERMS_CHANGED, command) };
  const { takerFeesPpb, takerFeesFixed } = change.asked;
  // Markets listed before fees had a minimum may keep them while other terms change.
  const isFeeAsked = view.staff.told && (takerFeesPpb ?? takerFeesFixed) !== undefined;
  const refusal = refuseChange<MarketView['terms']>(market, change, at, (terms) => {
    if (!termsAreValid(terms, baseScale, quoteScale)) return reject('market.terms.invalid');
    return isFeeAsked && !doTakersPay(terms) ? reject('market.terms.out.of.bounds') : null;
  });
  return refusal ?? [{ type: 'MarketTermsChanged', market: command.market, from, reason, ...change.asked }];
}

export function decideChangeAssetTerms(view: CoreView, command: ChangeAssetTerms, { at }: Context): Decision {
  const listedAsset = view.assets.get(command.asset);
  if (!listedAsset) return reject('asset.unknown');
  const { reason, from = at } = command;
  const change = { from, reason, asked: presentFields<AssetTerms>(ASSET_TERMS_CHANGED, command) };
  const refusal = refuseChange<AssetTerms>(listedAsset, change, at, (terms) => {
    return assetTermsAreValid(terms) ? null : reject('asset.terms.invalid');
  });
  return refusal ?? [{ type: 'AssetTermsChanged', asset: command.asset, from, reason, ...change.asked }];
}

export function decideSetAssetState(view: CoreView, command: SetAssetState): Decision {
  const { asset, trading, deposits, withdrawals, reason } = command;
  const listedAsset = view.assets.get(asset);
  if (!listedAsset) return reject('asset.unknown');
  const isSame =
    listedAsset.trading === trading && listedAsset.deposits === deposits && listedAsset.withdrawals === withdrawals;
  if (isSame) return reject('asset.state.unchanged');
  return [{ type: 'AssetStateChanged', asset, trading, deposits, withdrawals, reason }];
}

interface ReadableSchedule<T> {
  readonly terms: T;
  readonly pending: readonly (Readonly<TermsChange<T>> & { readonly terms: T })[];
  readonly changesAt: number;
}

/** Validates the resulting terms at the time of the change and after each later pending change. */
function refuseChange<T extends object>(
  changing: ReadableSchedule<T>,
  change: TermsChange<T>,
  at: number,
  refuseTerms: (terms: T) => Rejection | null,
): Rejection | null {
  const { from, asked: requestedTerms } = change;
  if (!Number.isSafeInteger(from) || from < at || from > at + AHEAD_MS_MAX) return reject('terms.from.invalid');
  const pending = pendingAt(changing, at);
  const before = termsAt(changing, from);
  const isNew = (Object.keys(requestedTerms) as (keyof T)[]).some(
    (field) => String(requestedTerms[field]) !== String(before[field]),
  );
  if (!isNew) return reject('terms.unchanged');
  if (from > at && pending.length >= PENDING_TERMS_MAX) return reject('terms.changes.too.many');
  for (const later of insertChange(termsAt(changing, at), pending, change)) {
    const refusal = later.from < from ? null : refuseTerms(later.terms);
    if (refusal) return refusal;
  }
  return null;
}
