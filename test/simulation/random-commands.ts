/** Commands of random users: an intention becomes a command against the present state. */
import { ACCOUNT_KINDS } from '../../shared/rules/account-kinds';
import { minimumReceived, QUOTE_VALID_MS } from '../../shared/products/convert/rules/quote';
import type { Actor, ChangeMarketTerms, Command, ListMarket } from '../../server/core/command';
import type { MarketState } from '../../server/core/market/order';
import { latestPrice } from '../../server/core/market/market';
import { availableOf } from '../../server/core/ledger/ledger';
import type { CoreState } from '../../server/core/state';
import { isRejection } from '../../server/core/rejection';
import type { CommandEnvelope } from '../../server/engine/port';
import type { ConvertCoin, ConvertDust } from '../../server/products/convert/core/commands';
import { decideConvertCoin } from '../../server/products/convert/core/convert';
import { dustPreviews } from '../../server/products/convert/core/dust';
import { destinationOf } from '../tools/fixtures/core-fixture';
import type { Intention } from './random-intentions';

const STATES: readonly MarketState[] = ['open', 'open', 'open', 'cancel_only', 'closed', 'maintenance'];

export interface World {
  users: readonly number[];
  markets: readonly Omit<ListMarket, 'type'>[];
  assets: readonly string[];
}

const ADMIN = 'admin/10000009';
/** Approving and rejecting takes more than one of them, and one is a member as well. */
const STAFF: readonly Actor[] = [ADMIN, 'admin/10000008', 'admin/10000002'];

/** The whole balance of a coin with credits that may be reverted, sometimes without these. Null if it has no such credit. */
function early({ wallet, ledger, assets }: CoreState, user: number, asset: string, lots: number): bigint | null {
  const credits = [...wallet.provisional.values()].filter((one) => one.user === user && one.asset === asset);
  if (credits.length === 0) return null;
  const kept = lots % 10 === 0 ? credits.reduce((sum, { amount }) => sum + amount, 0n) : 0n;
  return availableOf(ledger, user, asset) - (assets.get(asset)?.terms.withdrawalFee ?? 0n) - kept;
}

/** The command that a user with this intention sends in the present state. */
export function commandOf(state: CoreState, world: World, intention: Intention): CommandEnvelope {
  const user = world.users[intention.user % world.users.length];
  const terms = world.markets[intention.market % world.markets.length];
  const asset = world.assets[intention.which % world.assets.length];
  const staff = (command: Command): CommandEnvelope => ({ actor: ADMIN, command });
  const own = (command: Command): CommandEnvelope => ({ actor: `user/${user}`, command });
  const { which, lots } = intention;
  /** A withdrawal that has come so far, or any, or none. */
  const open = (status?: 'approved' | 'paying' | 'submitted'): number => {
    const all = [...state.wallet.withdrawals.values()];
    const ready = status && which % 4 > 0 ? all.filter((one) => one.status === status) : all;
    return pick(ready, which)?.id ?? which;
  };
  switch (intention.what) {
    case 'limit':
    case 'market':
    case 'marketFor':
    case 'stopLimit':
    case 'stopMarket':
      return own(placing(state, terms, user, intention));
    case 'amend': {
      const order = pick([...openOrders(state, user, terms.market)], which) ?? which;
      const real = state.orders.get(order);
      const price = Math.max(1, (real?.price ?? 100) + (which % 3 === 0 ? 0 : intention.away));
      const quantity = which % 3 === 1 ? undefined : lots;
      return own({ type: 'AmendOrder', user, order, price, quantity });
    }
    case 'cancel':
      return own({
        type: 'CancelOrder',
        user,
        order: pick([...openOrders(state, user, terms.market)], which) ?? which,
      });
    case 'cancelAll':
      return own({ type: 'CancelAllOrders', user, market: terms.market });
    case 'quote':
      return own(quoting(state, terms, user, intention));
    case 'convert':
      return own(converting(state, world, user, intention));
    case 'dust':
      return own(sweeping(state, user, asset, intention));
    case 'dustTerms':
      return staff({
        type: 'SetDustTerms',
        state: which % 4 === 0 ? 'closed' : 'open',
        dailyMax: BigInt(lots) * 20_000n,
        reason: 'offered',
      });
    case 'dustFund': {
      // Now and then another coin, of which nothing may go there.
      const [act, of] = which % 3 === 0 ? (['release', asset] as const) : (['fund', 'USDT'] as const);
      const funded = which % 9 === 1 ? asset : of;
      return staff({ type: 'FundDust', asset: funded, act, amount: BigInt(lots) * 7_000n, reason: 'capital' });
    }
    case 'transfer': {
      // Not by `which`, which says as well which assets have credits that may be taken back.
      const from = ACCOUNT_KINDS[Math.floor(lots / 5) % ACCOUNT_KINDS.length];
      const to = ACCOUNT_KINDS[lots % ACCOUNT_KINDS.length];
      const amount = (from === 'spot' ? early(state, user, asset, lots) : null) ?? BigInt(lots) * 9n;
      return own({ type: 'TransferFunds', user, asset, from, to, amount });
    }
    case 'observe': {
      // Some thirty payments, each shown again and again, and now and then as somebody else's.
      const chain = destinationOf(asset).chain ?? asset;
      const reference = `${chain}/${asset}-${which % 8}/${lots % 2}`;
      const amount = BigInt(lots) * 11n;
      const confirmations = Math.max(0, intention.away + 7);
      const shown = { user, asset, chain, reference, amount, confirmations };
      // Most may be taken back, and of some one node alone tells.
      const aloneUpTo = which % 8 < 2 && confirmations % 4 > 0 ? BigInt(lots) * 100n : undefined;
      const bounds =
        which % 3 === 0 ? { aloneCoinUpTo: BigInt(lots) * 16_000n, aloneAllUpTo: BigInt(lots) * 24_000n } : {};
      const finality = { provisional: which % 5 > 0 ? 1 : 0, aloneUpTo, ...bounds } as const;
      const command: Command = { type: 'ObserveRecharge', ...shown, ...finality };
      return { actor: `chain/${chain}`, command };
    }
    case 'retract': {
      const reference = pick([...state.wallet.recharges.values()], which)?.reference ?? `BTC/r-${which}/0`;
      const chain = reference.split('/')[0];
      return { actor: `chain/${chain}`, command: { type: 'RetractRecharge', reference } };
    }
    case 'finalize':
    case 'revert': {
      const credit = pick([...state.wallet.provisional.values()], which);
      const reference = credit?.reference ?? `BTC/r-${which}/0`;
      const chain = reference.split('/')[0];
      if (intention.what === 'finalize')
        return { actor: `chain/${chain}`, command: { type: 'FinalizeRecharge', reference } };
      return { actor: `chain/${chain}`, command: { type: 'RevertRecharge', reference, reason: 'gone' } };
    }
    case 'recharge':
      // By staff, who may not for a coin that a chain brings, or by the demo.
      return {
        actor: which % 4 === 0 ? STAFF[0] : 'demo',
        command: { type: 'CreditRecharge', user, asset, amount: BigInt(lots) * 1000n, reference: `r-${which}` },
      };
    case 'withdraw': {
      const limits = which % 2 === 0 ? {} : { limit: BigInt(which % 7) * 2_000_000n };
      const amount = early(state, user, asset, lots) ?? BigInt(lots) * 7n;
      return own({ type: 'ApplyWithdrawal', user, asset, amount, ...destinationOf(asset), ...limits });
    }
    case 'review':
      return staff({ type: 'SetWithdrawalReview', secondApprovalAbove: BigInt(lots) * 200_000n });
    case 'approve':
      return { actor: STAFF[lots % STAFF.length], command: { type: 'ApproveWithdrawal', withdrawal: open() } };
    case 'startPayout':
      return { actor: 'payouts', command: { type: 'StartPayout', withdrawal: open('approved') } };
    case 'submitPayout': {
      const withdrawal = open('paying');
      // Now and then under another key.
      const key = lots % 9 === 0 ? 'another' : `withdrawal/${withdrawal}`;
      return { actor: 'payouts', command: { type: 'SubmitPayout', withdrawal, key } };
    }
    case 'failPayout': {
      const withdrawal = open('submitted');
      const key = lots % 9 === 0 ? 'another' : `withdrawal/${withdrawal}`;
      return { actor: 'payouts', command: { type: 'FailPayout', withdrawal, key, reason: 'gone' } };
    }
    case 'pay':
      return staff({ type: 'PayWithdrawal', withdrawal: open('paying'), reference: `tx-${which % 6}` });
    case 'refuseWithdrawal': {
      const command: Command = { type: 'RejectWithdrawal', withdrawal: open(), reason: 'no' };
      return { actor: STAFF[lots % STAFF.length], command };
    }
    case 'takeBack': {
      const withdrawal = pick([...state.wallet.withdrawals.values()], which);
      if (!withdrawal) return own({ type: 'CancelWithdrawal', user, withdrawal: which });
      const owner = withdrawal.user;
      return { actor: `user/${owner}`, command: { type: 'CancelWithdrawal', user: owner, withdrawal: withdrawal.id } };
    }
    case 'freezeFunds':
      return staff({
        type: 'FreezeFunds',
        user,
        asset,
        amount: BigInt(lots),
        account: ([undefined, 'spot', 'legal', 'contract'] as const)[which % 4],
        reason: 'claim',
      });
    case 'unfreezeFunds': {
      const holds = [...state.holds.values()].filter((hold) => hold.reason === 'admin');
      return staff({ type: 'UnfreezeFunds', hold: pick(holds, which)?.id ?? which, reason: 'settled' });
    }
    case 'freezeAccount':
      return (which % 2 === 0 ? staff : own)({ type: 'FreezeAccount', user, reason: 'review' });
    case 'unfreezeAccount': {
      const frozen = [...state.members.values()].find((member) => member.frozen);
      return staff({ type: 'UnfreezeAccount', user: frozen?.user ?? user, reason: 'reviewed' });
    }
    case 'tier':
      // Without an end, or with one near the time of the batch before.
      return which % 3 === 0
        ? staff({ type: 'AssignFeeTier', user, tier: which % 4 })
        : staff({ type: 'AssignFeeTier', user, tier: 1 + (which % 3), until: state.at + lots });
    case 'invite': {
      const inviter = pick([...state.members.keys()], which) ?? user;
      return { actor: 'registrar', command: { type: 'NameInviter', user, inviter } };
    }
    case 'rebates': {
      // Few different terms, so that another user soon proposes the same.
      const command: Command = { type: 'SetReferralTerms', level1Ppb: (which % 2) * 2e8, level2Ppb: 5e7, reason: 'r' };
      return { actor: STAFF[lots % STAFF.length], command };
    }
    case 'index': {
      // Terms first, and then what three sources show, one of which lies now and then.
      const { market } = terms;
      if (!state.index.symbols.has(market)) {
        const fields = { symbol: market, decimals: 2, sourceStaleMs: 10_000, staleMs: 10_000, sourcesMin: 2 };
        return staff({ type: 'SetIndexTerms', ...fields, reason: 'listed' });
      }
      const shown = [100 + which, 100 + which + intention.away, which % 3 === 0 ? lots : 100 + which];
      const sources = shown.map((price, number) => ({ source: `source ${number}`, price, at: state.at }));
      return { actor: 'feed/index', command: { type: 'PublishIndex', prices: [{ symbol: market, sources }] } };
    }
    case 'marketState': {
      const shut = [...state.markets.values()].find((market) => market.state !== 'open');
      if (shut) return staff({ type: 'SetMarketState', market: shut.terms.market, state: 'open' });
      return staff({ type: 'SetMarketState', market: terms.market, state: STATES[which % STATES.length] });
    }
    case 'marketTerms':
      return staff({
        type: 'ChangeMarketTerms',
        market: terms.market,
        ...fromSoon(state, which),
        ...changeOf(intention),
        reason: 'announced',
      });
    case 'assetTerms':
      return staff({
        type: 'ChangeAssetTerms',
        asset,
        ...fromSoon(state, lots),
        ...(which % 2 === 0 ? { withdrawalFee: BigInt(lots) } : { withdrawalMin: BigInt(lots % 9) }),
        reason: 'announced',
      });
    case 'assetState': {
      const shut = [...state.assets.values()].filter((one) => {
        return one.trading !== 'open' || one.deposits !== 'open' || one.withdrawals !== 'open';
      });
      // Most are opened again before the next one is shut.
      const of = which % 9 === 0 ? undefined : pick(shut, which);
      return staff({
        type: 'SetAssetState',
        asset: of?.asset ?? asset,
        trading: of || lots % 8 > 0 || which % 2 === 0 ? 'open' : 'maintenance',
        deposits: of || lots % 2 > 0 ? 'open' : 'suspended',
        withdrawals: of || lots % 3 > 0 ? 'open' : 'suspended',
        reason: 'upgrade of its chain',
      });
    }
  }
}

/** At once, a moment that comes while the sequence is played, or one that never does. */
function fromSoon({ at }: CoreState, which: number): { from?: number } {
  if (which % 5 === 0) return {};
  return { from: which % 5 === 1 ? at - 1 + (which % 3) * 10_000_000_000 : at + (which % 40) };
}

/** Mostly what fits, in one or two fields. */
function changeOf({ which, lots, away }: Intention): Partial<ChangeMarketTerms> {
  switch (which % 8) {
    case 0:
      return { makerFeesPpb: [lots * 1_000_000, lots * 500_000] };
    case 1:
      return { takerFeesPpb: [lots * 2_000_000], bandPpb: lots * 10_000_000 };
    case 2:
      return { quantityMin: 1 + (lots % 2) };
    case 3:
      return { quantityMax: 28 + lots };
    case 4:
      return { notionalMin: BigInt(lots) * 5n };
    case 5:
      return { referencePrice: 100 + away };
    case 6:
      return { priceLowest: 20 + away, priceHighest: 300 + lots };
    default:
      return { openOrdersMax: 5 + lots };
  }
}

function placing(state: CoreState, terms: Omit<ListMarket, 'type'>, user: number, intention: Intention): Command {
  const { side, timeInForce, selfTrade, lots, away, triggerAway, what } = intention;
  const market = state.markets.get(terms.market);
  const latest = market ? latestPrice(market, state.at) : terms.referencePrice;
  const price = Math.max(1, latest + away);
  const trigger = Math.max(1, latest + triggerAway);
  const quoteAmount = BigInt(lots) * BigInt(latest) * (market?.quotePerTickLot ?? 1n) + BigInt(intention.which % 50);
  const immediate = timeInForce === 'fok' ? 'fok' : 'ioc';
  const common = { type: 'PlaceOrder', user, market: terms.market, side, selfTrade } as const;
  if (what === 'market') return { ...common, kind: 'market', timeInForce: immediate, quantity: lots };
  if (what === 'marketFor') return { ...common, side: 'buy', kind: 'market', timeInForce: immediate, quoteAmount };
  if (what === 'stopLimit') {
    const patient = timeInForce === 'post_only' ? 'gtc' : timeInForce;
    return { ...common, kind: 'stop_limit', timeInForce: patient, price, trigger, quantity: lots };
  }
  if (what === 'stopMarket') {
    const size = side === 'buy' ? { quoteAmount } : { quantity: lots };
    return { ...common, kind: 'stop_market', timeInForce: 'ioc', trigger, ...size };
  }
  return { ...common, kind: 'limit', timeInForce, price, quantity: lots };
}

/** Some orders end, some move all together, some are new around them. */
function quoting(
  state: CoreState,
  { market, referencePrice }: World['markets'][number],
  user: number,
  intention: Intention,
) {
  const { which, away, lots, side } = intention;
  const [first, ...others] = [...openOrders(state, user, market)];
  const cancels = which % 3 === 0 && first !== undefined ? [first] : [];
  const moved = (which % 3 === 1 ? [first, ...others] : others).slice(0, which % 6);
  const amends = moved
    .filter((order) => order !== undefined)
    .map((order, index) => {
      const price = Math.max(1, (state.orders.get(order)?.price ?? 100) + away);
      return { order, price, quantity: (lots % 13) + index + 1 };
    });
  const real = state.markets.get(market);
  const middle = (real ? latestPrice(real, state.at) : referencePrice) + away;
  const places = Array.from({ length: which % 4 }, (_, index) => {
    const isFirst = index % 2 === 0;
    const placed = isFirst ? side : side === 'buy' ? 'sell' : 'buy';
    return { side: placed, price: Math.max(1, middle + (placed === 'buy' ? -1 - index : 1 + index)), quantity: lots };
  });
  return { type: 'QuoteMarket', user, market, cancels, amends, places } as const satisfies Command;
}

/** Some lots of a coin into another, for a least amount that holds by the state of now, or is one unit too much. */
function converting(
  state: CoreState,
  { assets, markets }: World,
  user: number,
  { which, lots, away, triggerAway }: Intention,
): ConvertCoin {
  const roll = which + 7 * lots;
  const from = assets[which % assets.length];
  // Into itself now and then.
  const to = assets[(which + (roll % 29 === 0 ? 0 : 1 + (lots % (assets.length - 1)))) % assets.length];
  const views = markets.flatMap(({ market }) => state.markets.get(market) ?? []);
  const selling = views.find(({ terms }) => terms.base === from);
  const buying = views.find(({ terms }) => terms.quote === from && terms.base === to) ?? views[0];
  const lot = selling?.basePerLot ?? BigInt(latestPrice(buying, state.at)) * buying.quotePerTickLot;
  // A coin of which little is worth much buys a lot of another. Now and then more than there is.
  const wanted = BigInt(lots) * (triggerAway % 2 === 0 ? 20n : 1n) * lot + BigInt(which % 3);
  const available = availableOf(state.ledger, user, from);
  const ahead = roll % 31 === 0 ? -QUOTE_VALID_MS : QUOTE_VALID_MS / 2;
  const command: ConvertCoin = {
    ...{ type: 'ConvertCoin', user, from, to, least: 1n },
    amount: wanted > available && roll % 7 > 0 ? available : wanted,
    validUntil: Math.max(0, state.at + ahead),
  };
  const quoted = decideConvertCoin(state, command, { actor: `user/${user}`, at: state.at });
  const converted = isRejection(quoted) ? undefined : quoted.find((event) => event.type === 'Converted');
  if (!converted) return command;
  const { received } = converted;
  return { ...command, least: pick([received, received + 1n, minimumReceived(received), 1n], Math.abs(away)) ?? 1n };
}

/** Convertible small balances, or sometimes one that is not, with a minimum amount or none. */
function sweeping(state: CoreState, user: number, asset: string, { which, lots, away }: Intention): ConvertDust {
  const paid = dustPreviews(state, user, state.at).flatMap((coin) => {
    return typeof coin.receives === 'bigint' ? [{ asset: coin.asset, receives: coin.receives }] : [];
  });
  const taken = lots % 3 === 0 ? paid.slice(0, 1) : paid;
  const coins = taken.length === 0 || which % 6 === 0 ? [{ asset }] : taken.map((coin) => ({ asset: coin.asset }));
  const sum = taken.reduce((all, { receives }) => all + receives, 0n);
  const leasts = [undefined, sum, sum + 1n, taken.reduce((all, { receives }) => all + minimumReceived(receives), 0n)];
  return { type: 'ConvertDust', user, coins, least: sum === 0n ? undefined : pick(leasts, Math.abs(away)) };
}

function openOrders(state: CoreState, user: number, market: string): Iterable<number> {
  return state.members.get(user)?.openOrders.get(market) ?? [];
}

function pick<T>(from: readonly T[], which: number): T | undefined {
  return from.length === 0 ? undefined : from[which % from.length];
}
