/** The fingerprint of a command tells one from every other that asks for something else. */
import type { CommandOf, CommandType } from './command';
import { digestOf } from '../products/core';

/** What the edge adds and the sender did not ask for: it may be another when the same request comes again. */
interface OfTheEdge {
  ObserveRecharge: 'provisional' | 'aloneUpTo' | 'aloneCoinUpTo' | 'aloneAllUpTo';
  ApplyWithdrawal: 'limit' | 'delay' | 'beneficiary' | 'fee';
  VerifyMember: 'document';
  CreditRecharge: 'name' | 'aloneUpTo' | 'nodes';
  PayWithdrawal: 'name';
  IssueRobotKey: 'hash';
  AmendOrder: 'market';
  AmendPerpetualOrder: 'market';
  AmendStop: 'market';
}
type EdgeField<T extends CommandType> = T extends keyof OfTheEdge ? OfTheEdge[T] : never;

/** Every field has a value, and another one: a field that is new does not compile without both. */
type Pair<T extends CommandType> = [one: Required<CommandOf<T>>, other: Required<Omit<CommandOf<T>, 'type'>>];

const PAIRS: { [T in CommandType]: Pair<T> } = {
  ListAsset: [
    { type: 'ListAsset', asset: 'BTC', scale: 8, withdrawalFee: 1n, withdrawalMin: 2n, fiat: 1 },
    // There is no other value of `fiat` than none, which is tried below.
    { asset: 'ETH', scale: 9, withdrawalFee: 3n, withdrawalMin: 4n, fiat: 0 as 1 },
  ],
  ListMarket: [
    {
      type: 'ListMarket',
      market: 'BTC-USDT',
      base: 'BTC',
      quote: 'USDT',
      tick: '0.01',
      lot: '0.001',
      quantityMin: 1,
      quantityMax: 100,
      notionalMin: 10n,
      priceLowest: 2,
      priceHighest: 200,
      makerFeesPpb: [1, 2],
      takerFeesPpb: [3, 4],
      makerFeesFixed: [9n, 8n],
      takerFeesFixed: [7n, 6n],
      openOrdersMax: 5,
      referencePrice: 60,
      bandPpb: 7,
    },
    {
      market: 'BTC-USD',
      base: 'ETH',
      quote: 'USD',
      tick: '0.1',
      lot: '0.01',
      quantityMin: 11,
      quantityMax: 1100,
      notionalMin: 110n,
      priceLowest: 12,
      priceHighest: 1200,
      makerFeesPpb: [1, 3],
      takerFeesPpb: [3],
      makerFeesFixed: [9n, 7n],
      takerFeesFixed: [7n],
      openOrdersMax: 15,
      referencePrice: 160,
      bandPpb: 17,
    },
  ],
  SetMarketState: [
    { type: 'SetMarketState', market: 'BTC-USDT', state: 'open' },
    { market: 'ETH-USDT', state: 'closed' },
  ],
  ChangeMarketTerms: [
    {
      type: 'ChangeMarketTerms',
      market: 'BTC-USDT',
      from: 1,
      reason: 'one',
      quantityMin: 1,
      quantityMax: 100,
      notionalMin: 10n,
      priceLowest: 2,
      priceHighest: 200,
      makerFeesPpb: [1, 2],
      takerFeesPpb: [3, 4],
      openOrdersMax: 5,
      referencePrice: 60,
      bandPpb: 7,
      makerFeesFixed: [9n, 8n],
      takerFeesFixed: [7n],
    },
    {
      market: 'BTC-USD',
      from: 2,
      reason: 'two',
      quantityMin: 11,
      quantityMax: 1100,
      notionalMin: 110n,
      priceLowest: 12,
      priceHighest: 1200,
      makerFeesPpb: [1, 3],
      takerFeesPpb: [3],
      openOrdersMax: 15,
      referencePrice: 160,
      bandPpb: 17,
      makerFeesFixed: [9n],
      takerFeesFixed: [6n],
    },
  ],
  ChangeAssetTerms: [
    { type: 'ChangeAssetTerms', asset: 'BTC', from: 1, reason: 'one', withdrawalFee: 1n, withdrawalMin: 2n },
    { asset: 'ETH', from: 2, reason: 'two', withdrawalFee: 3n, withdrawalMin: 4n },
  ],
  SetAssetState: [
    {
      type: 'SetAssetState',
      asset: 'BTC',
      trading: 'open',
      deposits: 'open',
      withdrawals: 'open',
      reason: 'one',
    },
    { asset: 'ETH', trading: 'maintenance', deposits: 'suspended', withdrawals: 'suspended', reason: 'two' },
  ],
  RegisterMember: [
    { type: 'RegisterMember', user: 1, registration: 'a', inviter: 5 },
    { user: 2, registration: 'b', inviter: 6 },
  ],
  VerifyMember: [
    { type: 'VerifyMember', user: 1, document: 'aa' },
    { user: 2, document: 'bb' },
  ],
  NameInviter: [
    { type: 'NameInviter', user: 1, inviter: 5 },
    { user: 2, inviter: 6 },
  ],
  NameDocument: [
    { type: 'NameDocument', user: 1, document: 'aa' },
    { user: 2, document: 'bb' },
  ],
  EraseMember: [{ type: 'EraseMember', user: 1 }, { user: 2 }],
  FreezeAccount: [
    { type: 'FreezeAccount', user: 1, reason: 'a' },
    { user: 2, reason: 'b' },
  ],
  UnfreezeAccount: [
    { type: 'UnfreezeAccount', user: 1, reason: 'a' },
    { user: 2, reason: 'b' },
  ],
  RecoverAccount: [
    { type: 'RecoverAccount', user: 1, request: 1 },
    { user: 2, request: 2 },
  ],
  AssignFeeTier: [
    { type: 'AssignFeeTier', user: 1, tier: 1, until: 5 },
    { user: 2, tier: 2, until: 6 },
  ],
  SetFeeTiers: [
    { type: 'SetFeeTiers', product: 'spot', from: 1, volumes: [0n, 1n], reason: 'a' },
    // There is no other product yet.
    { product: 'futures' as 'spot', from: 2, volumes: [0n, 2n], reason: 'b' },
  ],
  CloseFeeDay: [{ type: 'CloseFeeDay', product: 'spot' }, { product: 'futures' as 'spot' }],
  SetFeeLevels: [{ type: 'SetFeeLevels', product: 'spot' }, { product: 'futures' as 'spot' }],
  TransferFunds: [
    { type: 'TransferFunds', user: 1, asset: 'BTC', from: 'spot', to: 'option', amount: 5n },
    { user: 2, asset: 'ETH', from: 'option', to: 'spot', amount: 6n },
  ],
  SetRechargeTerms: [
    { type: 'SetRechargeTerms', asset: 'BTC', chain: 'BTC', minimum: 5n, confirmations: 6 },
    { asset: 'ETH', chain: 'ERC20', minimum: 6n, confirmations: 7 },
  ],
  ObserveRecharge: [
    {
      type: 'ObserveRecharge',
      user: 1,
      asset: 'BTC',
      chain: 'BTC',
      reference: 'r',
      address: 'a',
      amount: 5n,
      dust: '0.1',
      confirmations: 6,
      provisional: 1,
      aloneUpTo: 1n,
      aloneCoinUpTo: 3n,
      aloneAllUpTo: 5n,
    },
    {
      user: 2,
      asset: 'ETH',
      chain: 'ERC20',
      reference: 's',
      address: 'b',
      amount: 6n,
      dust: '0.2',
      confirmations: 7,
      provisional: 0,
      aloneUpTo: 2n,
      aloneCoinUpTo: 4n,
      aloneAllUpTo: 6n,
    },
  ],
  RetractRecharge: [{ type: 'RetractRecharge', reference: 'r' }, { reference: 's' }],
  FinalizeRecharge: [{ type: 'FinalizeRecharge', reference: 'r' }, { reference: 's' }],
  RevertRecharge: [
    { type: 'RevertRecharge', reference: 'r', reason: 'a' },
    { reference: 's', reason: 'b' },
  ],
  CreditRecharge: [
    {
      type: 'CreditRecharge',
      user: 1,
      asset: 'BTC',
      amount: 5n,
      reference: 'r',
      name: 'aa',
      index: 1,
      aloneUpTo: 7n,
      nodes: 1,
    },
    { user: 2, asset: 'ETH', amount: 6n, reference: 's', name: 'bb', index: 2, aloneUpTo: 8n, nodes: 2 },
  ],
  ApplyWithdrawal: [
    {
      type: 'ApplyWithdrawal',
      user: 1,
      asset: 'BTC',
      amount: 5n,
      chain: 'BTC',
      address: 'a',
      card: 1,
      limit: 7n,
      delay: 1,
      beneficiary: 'aa',
      fee: 3n,
    },
    {
      user: 2,
      asset: 'ETH',
      amount: 6n,
      chain: 'ERC20',
      address: 'b',
      card: 2,
      limit: 9n,
      delay: 2,
      beneficiary: 'bb',
      fee: 4n,
    },
  ],
  SetWithdrawalReview: [{ type: 'SetWithdrawalReview', secondApprovalAbove: 5n }, { secondApprovalAbove: 6n }],
  ApproveWithdrawal: [{ type: 'ApproveWithdrawal', withdrawal: 1 }, { withdrawal: 2 }],
  StartPayout: [{ type: 'StartPayout', withdrawal: 1 }, { withdrawal: 2 }],
  SubmitPayout: [
    { type: 'SubmitPayout', withdrawal: 1, key: 'k' },
    { withdrawal: 2, key: 'l' },
  ],
  FailPayout: [
    { type: 'FailPayout', withdrawal: 1, key: 'k', reason: 'a' },
    { withdrawal: 2, key: 'l', reason: 'b' },
  ],
  PayWithdrawal: [
    { type: 'PayWithdrawal', withdrawal: 1, reference: 'r', name: 'aa' },
    { withdrawal: 2, reference: 's', name: 'bb' },
  ],
  RejectWithdrawal: [
    { type: 'RejectWithdrawal', withdrawal: 1, reason: 'a' },
    { withdrawal: 2, reason: 'b' },
  ],
  CancelWithdrawal: [
    { type: 'CancelWithdrawal', user: 1, withdrawal: 1 },
    { user: 2, withdrawal: 2 },
  ],
  FreezeFunds: [
    { type: 'FreezeFunds', user: 1, asset: 'BTC', amount: 5n, account: 'spot', reason: 'a', reference: 'BTC/a/0' },
    { user: 2, asset: 'ETH', amount: 6n, account: 'option', reason: 'b', reference: 'BTC/b/0' },
  ],
  UnfreezeFunds: [
    { type: 'UnfreezeFunds', hold: 1, reason: 'a' },
    { hold: 2, reason: 'b' },
  ],
  FundHouse: [
    { type: 'FundHouse', asset: 'BTC', amount: 5n, reference: 'bank/1', reason: 'a' },
    { asset: 'ETH', amount: 6n, reference: 'bank/2', reason: 'b' },
  ],
  PlaceOrder: [
    {
      type: 'PlaceOrder',
      user: 1,
      market: 'BTC-USDT',
      side: 'buy',
      kind: 'limit',
      timeInForce: 'gtc',
      selfTrade: 'cancel_taker',
      price: 5,
      quantity: 6,
      quoteAmount: 7n,
      trigger: 8,
    },
    {
      user: 2,
      market: 'ETH-USDT',
      side: 'sell',
      kind: 'market',
      timeInForce: 'ioc',
      selfTrade: 'cancel_maker',
      price: 15,
      quantity: 16,
      quoteAmount: 17n,
      trigger: 18,
    },
  ],
  AmendOrder: [
    { type: 'AmendOrder', user: 1, order: 1, market: 'BTC-USDT', price: 5, quantity: 6 },
    { user: 2, order: 2, market: 'ETH-USDT', price: 6, quantity: 7 },
  ],
  CancelOrder: [
    { type: 'CancelOrder', user: 1, order: 1 },
    { user: 2, order: 2 },
  ],
  CancelAllOrders: [
    { type: 'CancelAllOrders', user: 1, market: 'BTC-USDT' },
    { user: 2, market: 'ETH-USDT' },
  ],
  QuoteMarket: [
    {
      type: 'QuoteMarket',
      user: 1,
      market: 'BTC-USDT',
      cancels: [1, 2],
      amends: [{ order: 3, price: 5, quantity: 6 }],
      places: [{ side: 'buy', price: 5, quantity: 6 }],
    },
    {
      user: 2,
      market: 'ETH-USDT',
      cancels: [12],
      amends: [{ order: 4, price: 5, quantity: 6 }],
      places: [{ side: 'sell', price: 5, quantity: 6 }],
    },
  ],
  ListPerpetualMarket: [
    {
      type: 'ListPerpetualMarket',
      market: 'BTC-USDT-PERP',
      base: 'BTC',
      quote: 'USDT',
      tick: '0.1',
      multiplier: '0.001',
      quantityMin: 1,
      quantityMax: 100,
      notionalMin: 10n,
      priceLowest: 2,
      priceHighest: 200,
      makerFeesPpb: [1, 2],
      takerFeesPpb: [3, 4],
      openOrdersMax: 5,
      referencePrice: 6,
      priceLimitPpb: 7,
      index: 'BTC-USDT',
      tierCaps: [8n, 9n],
      tierLeverages: [10, 11],
      tierRatesPpb: [12, 13],
      fundingIntervalMs: 14,
      fundingCapPpb: 15,
      openInterestMax: 16n,
      impactNotional: 17n,
    },
    {
      market: 'ETH-USDT-PERP',
      base: 'ETH',
      quote: 'USD',
      tick: '0.2',
      multiplier: '0.002',
      quantityMin: 2,
      quantityMax: 200,
      notionalMin: 20n,
      priceLowest: 3,
      priceHighest: 300,
      makerFeesPpb: [12],
      takerFeesPpb: [34],
      openOrdersMax: 6,
      referencePrice: 7,
      priceLimitPpb: 8,
      index: 'ETH-USDT',
      tierCaps: [89n],
      tierLeverages: [1_011],
      tierRatesPpb: [1_213],
      fundingIntervalMs: 15,
      fundingCapPpb: 16,
      openInterestMax: 17n,
      impactNotional: 18n,
    },
  ],
  SetPerpetualMarketState: [
    { type: 'SetPerpetualMarketState', market: 'BTC-USDT-PERP', state: 'open' },
    { market: 'ETH-USDT-PERP', state: 'close_only' },
  ],
  SetLeverage: [
    { type: 'SetLeverage', user: 1, market: 'BTC-USDT-PERP', leverage: 5 },
    { user: 2, market: 'ETH-USDT-PERP', leverage: 6 },
  ],
  SetMarginMode: [
    { type: 'SetMarginMode', user: 1, market: 'BTC-USDT-PERP', mode: 'isolated' },
    { user: 2, market: 'ETH-USDT-PERP', mode: 'cross' },
  ],
  SetPositionMode: [
    { type: 'SetPositionMode', user: 1, market: 'BTC-USDT-PERP', mode: 'hedge' },
    { user: 2, market: 'ETH-USDT-PERP', mode: 'one_way' },
  ],
  CutOrders: [
    { type: 'CutOrders', user: 1, market: 'BTC-USDT-PERP' },
    { user: 2, market: 'ETH-USDT-PERP' },
  ],
  PlacePerpetualOrder: [
    {
      type: 'PlacePerpetualOrder',
      user: 1,
      market: 'BTC-USDT-PERP',
      position: 'long',
      act: 'open',
      kind: 'limit',
      timeInForce: 'gtc',
      selfTrade: 'cancel_taker',
      price: 5,
      quantity: 6,
      trigger: 7,
      triggerBy: 'last',
      takeProfit: 8,
      takeProfitBy: 'mark',
      stopLoss: 9,
      stopLossBy: 'last',
    },
    {
      user: 2,
      market: 'ETH-USDT-PERP',
      position: 'short',
      act: 'close',
      kind: 'market',
      timeInForce: 'ioc',
      selfTrade: 'cancel_maker',
      price: 6,
      quantity: 7,
      trigger: 8,
      triggerBy: 'mark',
      takeProfit: 9,
      takeProfitBy: 'last',
      stopLoss: 10,
      stopLossBy: 'mark',
    },
  ],
  PlaceStop: [
    {
      type: 'PlaceStop',
      user: 1,
      market: 'BTC-USDT-PERP',
      position: 'long',
      kind: 'stop_loss',
      trigger: 2,
      callbackTicks: 6,
      callbackBp: 7,
      triggerBy: 'mark',
      price: 3,
      quantity: 4,
    },
    {
      user: 2,
      market: 'ETH-USDT-PERP',
      position: 'short',
      kind: 'take_profit',
      trigger: 3,
      callbackTicks: 7,
      callbackBp: 8,
      triggerBy: 'last',
      price: 4,
      quantity: 5,
    },
  ],
  AmendStop: [
    { type: 'AmendStop', user: 1, stop: 2, market: 'BTC-USDT-PERP', trigger: 3, price: 4, quantity: 5 },
    { user: 2, stop: 3, market: 'ETH-USDT-PERP', trigger: 4, price: 5, quantity: 6 },
  ],
  CancelStop: [
    { type: 'CancelStop', user: 1, stop: 2 },
    { user: 2, stop: 3 },
  ],
  TriggerStop: [{ type: 'TriggerStop', stop: 1 }, { stop: 2 }],
  CloseAllPositions: [
    { type: 'CloseAllPositions', user: 1, market: 'BTC-USDT-PERP' },
    { user: 2, market: 'ETH-USDT-PERP' },
  ],
  ReversePosition: [
    { type: 'ReversePosition', user: 1, market: 'BTC-USDT-PERP', position: 'long' },
    { user: 2, market: 'ETH-USDT-PERP', position: 'short' },
  ],
  CloseOut: [{ type: 'CloseOut', contract: 1 }, { contract: 2 }],
  OpenReversed: [{ type: 'OpenReversed', contract: 1 }, { contract: 2 }],
  AttachStops: [{ type: 'AttachStops', order: 1 }, { order: 2 }],
  EndStops: [{ type: 'EndStops', contract: 1 }, { contract: 2 }],
  AmendPerpetualOrder: [
    {
      ...{ type: 'AmendPerpetualOrder', user: 1, order: 2, market: 'BTC-USDT-PERP', price: 3, quantity: 4, trigger: 5 },
      ...{ takeProfit: 6, takeProfitBy: 'mark', stopLoss: 7, stopLossBy: 'last' },
    },
    {
      ...{ user: 2, order: 3, market: 'ETH-USDT-PERP', price: 4, quantity: 5, trigger: 6 },
      ...{ takeProfit: 7, takeProfitBy: 'last', stopLoss: 8, stopLossBy: 'mark' },
    },
  ],
  AdjustMargin: [
    { type: 'AdjustMargin', user: 1, market: 'BTC-USDT-PERP', position: 'long', act: 'add', amount: 5n },
    { user: 2, market: 'ETH-USDT-PERP', position: 'short', act: 'take', amount: 6n },
  ],
  FixFunding: [{ type: 'FixFunding', market: 'BTC-USDT-PERP' }, { market: 'ETH-USDT-PERP' }],
  SettleFunding: [{ type: 'SettleFunding', market: 'BTC-USDT-PERP' }, { market: 'ETH-USDT-PERP' }],
  SettleAccountFunding: [
    { type: 'SettleAccountFunding', user: 1, asset: 'USDT' },
    { user: 2, asset: 'BTC' },
  ],
  LockPosition: [
    { type: 'LockPosition', position: 1, reason: 'a' },
    { position: 2, reason: 'b' },
  ],
  UnlockPosition: [
    { type: 'UnlockPosition', position: 1, reason: 'a' },
    { position: 2, reason: 'b' },
  ],
  EndPositionLock: [{ type: 'EndPositionLock', position: 1 }, { position: 2 }],
  ChangePerpetualTerms: [
    {
      type: 'ChangePerpetualTerms',
      market: 'BTC-USDT-PERP',
      reason: 'a',
      from: 1,
      tierCaps: [1n],
      tierLeverages: [2],
      tierRatesPpb: [3],
      fundingCapPpb: 4,
      openInterestMax: 5n,
      impactNotional: 6n,
    },
    {
      market: 'ETH-USDT-PERP',
      reason: 'b',
      from: 2,
      tierCaps: [2n],
      tierLeverages: [3],
      tierRatesPpb: [4],
      fundingCapPpb: 5,
      openInterestMax: 6n,
      impactNotional: 7n,
    },
  ],
  ApplyPerpetualTerms: [{ type: 'ApplyPerpetualTerms', market: 'BTC-USDT-PERP' }, { market: 'ETH-USDT-PERP' }],
  CallOffPerpetualEnd: [
    { type: 'CallOffPerpetualEnd', market: 'BTC-USDT-PERP', reason: 'a' },
    { market: 'ETH-USDT-PERP', reason: 'b' },
  ],
  EndPerpetualMarket: [
    { type: 'EndPerpetualMarket', market: 'BTC-USDT-PERP', reason: 'a', endsAt: 1 },
    { market: 'ETH-USDT-PERP', reason: 'b', endsAt: 2 },
  ],
  FixSettlement: [{ type: 'FixSettlement', market: 'BTC-USDT-PERP' }, { market: 'ETH-USDT-PERP' }],
  SettleMarket: [{ type: 'SettleMarket', market: 'BTC-USDT-PERP' }, { market: 'ETH-USDT-PERP' }],
  TriggerOrder: [{ type: 'TriggerOrder', order: 1 }, { order: 2 }],
  Liquidate: [{ type: 'Liquidate', market: 'A' }, { market: 'B' }],
  LiquidateAccount: [
    { type: 'LiquidateAccount', user: 1, asset: 'USDT' },
    { user: 2, asset: 'USDC' },
  ],
  FundInsurance: [
    { type: 'FundInsurance', asset: 'BTC', amount: 5n, reason: 'a' },
    { asset: 'ETH', amount: 6n, reason: 'b' },
  ],
  SetOptionTerms: [
    {
      type: 'SetOptionTerms',
      symbol: 'BTC-USDT',
      asset: 'USDT',
      amountMin: 1n,
      amountMax: 2n,
      sideMax: 3n,
      totalMax: 4n,
      userMax: 5n,
      levelsUserMax: 6n,
      durationsMs: [30_000],
      payoutsPpb: [7],
      feesPpb: [0],
      feeAmounts: [8n],
      reason: 'a',
    },
    {
      symbol: 'ETH-USDT',
      asset: 'USD',
      amountMin: 11n,
      amountMax: 12n,
      sideMax: 13n,
      totalMax: 14n,
      userMax: 15n,
      levelsUserMax: 16n,
      durationsMs: [60_000],
      payoutsPpb: [17],
      feesPpb: [1],
      feeAmounts: [18n],
      reason: 'b',
    },
  ],
  SetOptionState: [
    { type: 'SetOptionState', symbol: 'BTC-USDT', state: 'open', reason: 'a' },
    { symbol: 'ETH-USDT', state: 'closed', reason: 'b' },
  ],
  FundOptions: [
    { type: 'FundOptions', asset: 'BTC', act: 'fund', amount: 5n, reason: 'a' },
    { asset: 'ETH', act: 'release', amount: 6n, reason: 'b' },
  ],
  BuyOption: [
    {
      type: 'BuyOption',
      user: 1,
      symbol: 'BTC-USDT',
      direction: 'up',
      stake: 5n,
      durationMs: 30_000,
      startsAt: 1,
      takeProfit: 2,
      stopLoss: 3,
    },
    {
      user: 2,
      symbol: 'ETH-USDT',
      direction: 'down',
      stake: 6n,
      durationMs: 60_000,
      startsAt: 2,
      takeProfit: 3,
      stopLoss: 4,
    },
  ],
  CancelOption: [
    { type: 'CancelOption', user: 1, contract: 1 },
    { user: 2, contract: 2 },
  ],
  SetOptionLimit: [
    { type: 'SetOptionLimit', user: 1, asset: 'BTC', amount: 5n },
    { user: 2, asset: 'ETH', amount: 6n },
  ],
  EnterOptions: [{ type: 'EnterOptions', symbol: 'BTC-USDT' }, { symbol: 'ETH-USDT' }],
  SettleOptions: [{ type: 'SettleOptions', symbol: 'BTC-USDT' }, { symbol: 'ETH-USDT' }],
  SetFinancialTerms: [
    {
      type: 'SetFinancialTerms',
      product: 'USDT-7',
      name: 'a',
      asset: 'USDT',
      termDays: 7,
      annualRatePpb: 1,
      quota: 5n,
      amountMin: 1n,
      userMax: 5n,
      reason: 'a',
    },
    {
      product: 'BTC-7',
      name: 'b',
      asset: 'BTC',
      termDays: 8,
      annualRatePpb: 2,
      quota: 6n,
      amountMin: 2n,
      userMax: 6n,
      reason: 'b',
    },
  ],
  SetFinancialState: [
    { type: 'SetFinancialState', product: 'USDT-7', state: 'open', reason: 'a' },
    { product: 'BTC-7', state: 'closed', reason: 'b' },
  ],
  FundFinancial: [
    { type: 'FundFinancial', asset: 'BTC', act: 'fund', amount: 5n, reason: 'a' },
    { asset: 'USDT', act: 'release', amount: 6n, reason: 'b' },
  ],
  BuyFinancial: [
    { type: 'BuyFinancial', user: 1, product: 'USDT-7', amount: 5n, renew: 'on' },
    { user: 2, product: 'BTC-7', amount: 6n, renew: 'off' },
  ],
  CancelFinancial: [
    { type: 'CancelFinancial', user: 1, purchase: 1 },
    { user: 2, purchase: 2 },
  ],
  LeaveFinancial: [
    { type: 'LeaveFinancial', user: 1, purchase: 1 },
    { user: 2, purchase: 2 },
  ],
  SetFinancialRenewal: [
    { type: 'SetFinancialRenewal', user: 1, purchase: 1, renew: 'on' },
    { user: 2, purchase: 2, renew: 'off' },
  ],
  SettleFinancial: [{ type: 'SettleFinancial' }, {}],
  SetMiningTerms: [
    {
      ...{ type: 'SetMiningTerms', product: 'USDT-7', name: 'a', asset: 'USDT', incomeAsset: 'BTC', termDays: 7 },
      ...{ dailyRatePpb: 1, payout: 'daily', rebate: 'purchase', rebatePpb: 1, quota: 5n, amountMin: 1n },
      ...{ amountMax: 5n, reason: 'a' },
    },
    {
      ...{ product: 'BTC-7', name: 'b', asset: 'BTC', incomeAsset: 'USDT', termDays: 8, dailyRatePpb: 2 },
      ...{ payout: 'end', rebate: 'income', rebatePpb: 2, quota: 6n, amountMin: 2n, amountMax: 6n, reason: 'b' },
    },
  ],
  SetMiningState: [
    { type: 'SetMiningState', product: 'USDT-7', state: 'open', reason: 'a' },
    { product: 'BTC-7', state: 'closed', reason: 'b' },
  ],
  BuyMining: [
    { type: 'BuyMining', user: 1, product: 'USDT-7', amount: 5n },
    { user: 2, product: 'BTC-7', amount: 6n },
  ],
  PayMining: [{ type: 'PayMining' }, {}],
  SetRobotTerms: [
    { type: 'SetRobotTerms', market: 'BTC-USDT', state: 'open', amountMin: 1n, userMax: 5n, reason: 'a' },
    { market: 'ETH-USDT', state: 'closed', amountMin: 2n, userMax: 6n, reason: 'b' },
  ],
  IssueRobotKey: [
    { type: 'IssueRobotKey', user: 1, hash: 'ab', reason: 'a' },
    { user: 2, hash: 'cd', reason: 'b' },
  ],
  RevokeRobotKey: [
    { type: 'RevokeRobotKey', user: 1, reason: 'a' },
    { user: 2, reason: 'b' },
  ],
  StartRobot: [
    {
      ...{ type: 'StartRobot', user: 1, market: 'BTC-USDT', amount: 5n, lower: 1, upper: 9, lines: 3 },
      ...{ lossLimitPpb: 1, keyHash: 'ab' },
    },
    { user: 2, market: 'ETH-USDT', amount: 6n, lower: 2, upper: 8, lines: 4, lossLimitPpb: 2, keyHash: 'cd' },
  ],
  StopRobot: [
    { type: 'StopRobot', user: 1, robot: 1, reason: 'a' },
    { user: 2, robot: 2, reason: 'b' },
  ],
  RunRobot: [
    { type: 'RunRobot', user: 1, robot: 1 },
    { user: 2, robot: 2 },
  ],
  SetReferralTerms: [
    { type: 'SetReferralTerms', from: 1, level1Ppb: 1, level2Ppb: 2, reason: 'a' },
    { from: 2, level1Ppb: 3, level2Ppb: 4, reason: 'b' },
  ],
  PayRebates: [{ type: 'PayRebates', day: 1 }, { day: 2 }],
  EndFrozenOrders: [{ type: 'EndFrozenOrders', user: 1 }, { user: 2 }],
  AssignDepositAddress: [
    { type: 'AssignDepositAddress', user: 1, chain: 'a', index: 1, address: 'a' },
    { user: 2, chain: 'b', index: 2, address: 'b' },
  ],
  SetIndexTerms: [
    {
      type: 'SetIndexTerms',
      symbol: 'BTC-USDT',
      decimals: 2,
      sourceStaleMs: 10_000,
      staleMs: 20_000,
      sourcesMin: 3,
      reason: 'a',
    },
    { symbol: 'ETH-USDT', decimals: 3, sourceStaleMs: 11_000, staleMs: 21_000, sourcesMin: 4, reason: 'b' },
  ],
  PublishIndex: [
    { type: 'PublishIndex', prices: [{ symbol: 'BTC-USDT', sources: [{ source: 'a', price: 5, at: 6 }] }] },
    { prices: [{ symbol: 'BTC-USDT', sources: [{ source: 'a', price: 5, at: 7 }] }] },
  ],
  PublishSeed: [
    { type: 'PublishSeed', day: 1, hash: 'a' },
    { day: 2, hash: 'b' },
  ],
  RevealSeed: [
    { type: 'RevealSeed', day: 1, seed: 'a' },
    { day: 2, seed: 'b' },
  ],
  TellStaffRules: [
    {
      type: 'TellStaffRules',
      waitMs: 1,
      newcomerMs: 2,
      openMs: 3,
      confirmationsMin: 4,
      reviewAboveMax: 5n,
      byHandDayMax: 6n,
      earnRatePpbMax: 7,
      endNoticeMs: 8,
    },
    {
      waitMs: 2,
      newcomerMs: 3,
      openMs: 4,
      confirmationsMin: 5,
      reviewAboveMax: 6n,
      byHandDayMax: 7n,
      earnRatePpbMax: 8,
      endNoticeMs: 9,
    },
  ],
  TellStaff: [
    { type: 'TellStaff', staff: [{ user: 1, role: 'admin', rights: 'users' }], limits: [], settings: [] },
    {
      staff: [{ user: 1, role: 'admin', rights: 'staff' }],
      limits: [{ bindings: 1, limit: 1n }],
      settings: [{ name: 'a', hash: 'b' }],
    },
  ],
  NameStaff: [{ type: 'NameStaff', user: 1 }, { user: 2 }],
  SetStaff: [
    { type: 'SetStaff', user: 1, role: 'admin', rights: 'users', until: 1, scope: 'a', reason: 'a' },
    { user: 2, role: 'auditor', rights: '', until: 2, scope: 'b', reason: 'b' },
  ],
  ConfirmStaff: [{ type: 'ConfirmStaff', proposal: 1 }, { proposal: 2 }],
  DeclineStaff: [
    { type: 'DeclineStaff', proposal: 1, reason: 'a' },
    { proposal: 2, reason: 'b' },
  ],
  RestoreStaff: [
    { type: 'RestoreStaff', user: 1, request: 'a' },
    { user: 2, request: 'b' },
  ],
  KeepStaffAct: [{ type: 'KeepStaffAct', act: 1 }, { act: 2 }],
  UndoStaffAct: [{ type: 'UndoStaffAct', act: 1 }, { act: 2 }],
  SetDailyLimit: [
    { type: 'SetDailyLimit', bindings: 1, limit: 1n },
    { bindings: 2, limit: 2n },
  ],
  SetOverdueHours: [
    { type: 'SetOverdueHours', wait: 'feedback', hours: 1 },
    { wait: 'recharge', hours: 2 },
  ],
  SetDeskSetting: [
    { type: 'SetDeskSetting', name: 'a', hash: 'aa' },
    { name: 'b', hash: 'bb' },
  ],
  ImportStatement: [
    { type: 'ImportStatement', asset: 'USD', lines: [{ way: 'in', reference: 'a', amount: 1n, name: 'aa' }] },
    { asset: 'EUR', lines: [{ way: 'in', reference: 'a', amount: 2n, name: 'aa' }] },
  ],
  ApplyStaff: [{ type: 'ApplyStaff', proposal: 1 }, { proposal: 2 }],
  ExpireStaff: [{ type: 'ExpireStaff', proposal: 1 }, { proposal: 2 }],
  StopWithdrawals: [
    { type: 'StopWithdrawals', comparison: 'a', subject: 'a', asset: 'A', expected: 1n, found: 2n },
    { comparison: 'b', subject: 'b', asset: 'B', expected: 3n, found: 4n },
  ],
  LiftWithdrawals: [
    { type: 'LiftWithdrawals', upTo: 1, reason: 'a' },
    { upTo: 2, reason: 'b' },
  ],
};

const EDGE: { [T in keyof OfTheEdge]: { [F in EdgeField<T>]: true } } = {
  ObserveRecharge: { provisional: true, aloneUpTo: true, aloneCoinUpTo: true, aloneAllUpTo: true },
  ApplyWithdrawal: { limit: true, delay: true, beneficiary: true, fee: true },
  VerifyMember: { document: true },
  CreditRecharge: { name: true, aloneUpTo: true, nodes: true },
  PayWithdrawal: { name: true },
  IssueRobotKey: { hash: true },
  AmendOrder: { market: true },
  AmendPerpetualOrder: { market: true },
  AmendStop: { market: true },
};

type Fields = Readonly<Record<string, unknown>>;
const TYPES = Object.keys(PAIRS) as CommandType[];
const FIELDS = TYPES.flatMap((type) =>
  Object.keys(PAIRS[type][1]).map((field): [CommandType, string] => [type, field]),
);
const isOfTheEdge = ([type, field]: [string, string]): boolean =>
  Object.hasOwn((EDGE as Readonly<Record<string, object>>)[type] ?? {}, field);

function digest(fields: Fields): string {
  return digestOf(fields as never);
}
function variants(type: CommandType, field: string): { plain: string; changed: string; without: string } {
  const [one, other] = PAIRS[type] as unknown as [Fields, Fields];
  const { [field]: _, ...rest } = one;
  return { plain: digest(one), changed: digest({ ...one, [field]: other[field] }), without: digest(rest) };
}

test.each(FIELDS.filter((field) => !isOfTheEdge(field)))('%s: another %s is another command', (type, field) => {
  const { plain, changed, without } = variants(type, field);
  expect(new Set([plain, changed, without]).size).toBe(3);
});

test.each(FIELDS.filter(isOfTheEdge))(
  '%s: another %s is the same command, for it is not its sender’s',
  (type, field) => {
    const { plain, changed, without } = variants(type, field);
    expect(new Set([plain, changed, without]).size).toBe(1);
  },
);

test('what is done with the same fields is another command', () => {
  expect(new Set(TYPES.map((type) => digest(PAIRS[type][0] as unknown as Fields))).size).toBe(TYPES.length);
});

test('every field of every piece counts, and which piece it stands in', () => {
  const [one] = PAIRS.QuoteMarket;
  const quote = (...amends: (typeof one)['amends']): string => digest({ ...one, amends });
  const digests = [
    quote(),
    quote({ order: 3 }),
    quote({ order: 3, price: 5 }),
    quote({ order: 3, quantity: 5 }),
    quote({ order: 3, price: 5, quantity: 6 }),
    quote({ order: 3, price: 6, quantity: 5 }),
    quote({ order: 3, price: 5 }, { order: 4 }),
    quote({ order: 3 }, { order: 4, price: 5 }),
    quote({ order: 4, price: 5 }, { order: 3 }),
    quote({ order: 3, price: 5 }, { order: 4 }, { order: 5 }),
  ];
  expect(new Set(digests).size).toBe(digests.length);
  expect(quote({ quantity: 6, price: 5, order: 3 })).toBe(quote({ order: 3, price: 5, quantity: 6 }));
  expect(quote({ order: 3, price: undefined })).toBe(quote({ order: 3 }));
});

test('it is the same whatever order the fields come in, and for ever: journals hold it', () => {
  const [one] = PAIRS.PlaceOrder;
  expect(digest(Object.fromEntries(Object.entries(one).reverse()))).toBe(digest(one as unknown as Fields));
  const [{ prices }] = PAIRS.PublishIndex;
  const turned = prices.map(({ symbol, sources }) => ({
    sources: sources.map(({ source, price, at }) => ({ at, price, source })),
    symbol,
  }));
  expect(digest({ type: 'PublishIndex', prices: turned })).toBe(digest({ type: 'PublishIndex', prices }));
  expect(digest(one as unknown as Fields)).toBe('06ddf6024751');
  expect(digest(PAIRS.ApplyWithdrawal[0] as unknown as Fields)).toBe('ce0adb1be957');
  // Without what has come since, as journals of before have it.
  const { makerFeesFixed: _maker, takerFeesFixed: _taker, ...listing } = PAIRS.ListMarket[0];
  expect(digest(listing)).toBe('19efc87ba415');
  expect(digest(PAIRS.QuoteMarket[0] as unknown as Fields)).toBe('895057bdeff4');
});
