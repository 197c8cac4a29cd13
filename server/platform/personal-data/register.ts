/**
 * Register of every column of the three databases: whether it contains personal data, and its category. A column that
 * is not registered fails a test, so that no personal data is stored without a stated purpose and retention.
 */
import type { DatabaseName } from '../database/store';
import type { CategoryName } from './categories';

/** Columns by category, as SQL names separated by spaces; `none` is not personal. */
export type RegisteredTable = Partial<Record<CategoryName | 'none', string>>;

const exchange: Record<string, RegisteredTable> = {
  article_texts: { none: 'article language title summary body shipped_hash' },
  account_guards: { protection: 'user_id approves_devices' },
  article_acts: { desk: 'id article act version by at from until reason proposal request_hash' },
  article_version_texts: { none: 'article version language title summary body' },
  article_versions: { desk: 'saved_by saved_at', none: 'article version category digest restored request_hash' },
  articles: {
    none: 'id kind slug category published_at revision latest_version shown_version shown_until is_withdrawn next_version next_from next_until next_published_at',
  },
  authenticators: { protection: 'id user_id sealed_secret name created_at last_used_at last_step' },
  banner_images: { desk: 'uploaded_by uploaded_at', none: 'id width height' },
  banner_texts: { none: 'banner language title text' },
  banners: {
    desk: 'changed_by changed_at',
    none: 'id revision is_on place from until link look image request_hash',
  },
  bank_accounts: { none: 'asset bank_name account_name account_number bank_code' },
  bank_cards: { bankCards: 'id user_id bank_name sealed_number last_four sealed_name created_at removed_at' },
  chain_alarms: { trading: 'reference facts', none: 'id at chain kind' },
  chain_blocks: { none: 'chain height hash' },
  chain_cursors: { none: 'chain height hash' },
  chain_identities: { none: 'chain identity origin facts final_height final_hash' },
  chain_payments: {
    trading: 'reference user_id address amount dust',
    none: 'chain height asset confirmations state matures',
  },
  codes: {
    attempts: 'address user_id code_mac sent_at expires_at tries used_at asker stranger_tries',
    none: 'id purpose',
  },
  deposit_addresses: { trading: 'id chain user_id address_index address created_at' },
  deposit_reports: {
    feedback: 'id user_id chain transaction_id note state finding created_at looked_at reason decided_by decided_at',
  },
  erasures: { desk: 'user_id asked_at due_at ended_at outcome' },
  faucet_gifts: { trading: 'user_id asset day amount' },
  feedback: {
    feedback:
      'id user_id category contact text created_at request_hash state language close_reason closed_by closed_at close_hash',
  },
  feedback_answers: { feedback: 'id feedback user_id text answered_by at request_hash' },
  followers: { none: 'name position hash' },
  fund_passwords: { protection: 'user_id password_hash changed_at' },
  kept_addresses: { addresses: 'user_id hash chain sealed mac at' },
  kept_secrets: { none: 'name sealed' },
  last_ids: { none: 'kind id' },
  legal_holds: { desk: 'user_id placed_at placed_by reason lifted_at lifted_by' },
  letter_links: { attempts: 'token_hash user_id withdrawal created_at expires_at used_at' },
  lockouts: { attempts: 'account failures until locks' },
  log_ins: { logIns: 'id user_id at ip user_agent method outcome' },
  made_candles: { none: 'market span_ms opened_at open high low close volume turnover' },
  messages: { messages: 'id user_id key facts origin created_at read_at letter' },
  outbox: { letters: 'id channel address subject text at origin' },
  passkey_challenges: { attempts: 'challenge_hash user_id expires_at digest' },
  passkeys: {
    protection: 'id user_id credential_id public_key counter transports name is_synchronised created_at last_used_at',
  },
  pending_authenticators: { protection: 'user_id sealed_secret begun_at' },
  payouts: { none: 'withdrawal taken at' },
  photos: { verification: 'id user_id kind width height uploaded_at is_stored verification_id' },
  recoveries: {
    verification:
      'id user_id token_hash email language begun_at document_type submitted_at status ended_at declined_by reason link_hash link_expires_at',
  },
  recovery_photos: { verification: 'id recovery_id kind width height uploaded_at' },
  recovery_codes: { protection: 'user_id code_hash' },
  robot_keys: { protection: 'user_id hash sealed_key at' },
  seeded_articles: { none: 'slug seeded_at' },
  sessions: {
    logIns:
      'ticket_hash user_id started_at expires_at ended_at ended_by ip user_agent last_seen_at id is_unbound cookie_hash',
  },
  own_limits: {
    protection: 'user_id daily_limit delay_hours next_daily_limit next_delay_hours next_from',
  },
  settings_locks: { protection: 'user_id until key_hash' },
  simulated_blocks: { none: 'chain height hash parent' },
  simulated_payments: { trading: 'transaction_id address amount', none: 'id chain output asset height origin' },
  staff_log: {
    desk: 'id at staff_id role ip action is_look_up target user_id reason facts outcome position',
  },
  staff_rights: { desk: 'user_id right' },
  staff_texts: { desk: 'hash text at' },
  trading_factors: { protection: 'user_id at' },
  step_ups: { desk: 'user_id digest factor at' },
  system_config: { none: 'key value changed_at' },
  user_choices: { settings: 'user_id key choice' },
  user_keys: { protection: 'user_id sealed_key' },
  users: {
    profile:
      'id email phone role nick_name register_client_id is_member registered_at nationality language invitation_code invited_by anti_phishing_code',
    protection: 'password_hash security_changed_at held_until code_log_in_off',
  },
  verifications: {
    verification:
      'id user_id status sealed_name nationality document_type sealed_number document_mac name_mac submitted_at reviewed_at reviewed_by reason',
  },
  verified_documents: { desk: 'document_mac user_id' },
  withdrawal_addresses: {
    addresses: 'id user_id chain address label named_at sealed_beneficiary proven_at proof',
  },
  withdrawal_beneficiaries: { addresses: 'user_id sealed_beneficiary at', none: 'hash' },
  withdrawal_limits: { none: 'bindings daily_limit verified_daily_limit' },
  withdrawal_proofs: { trading: 'user_id client_id request_hash at withdrawal' },
};

/** Folded from the journal; users appear as ids. */
const views: Record<string, RegisteredTable> = {
  assets: { none: 'asset scale withdrawal_fee withdrawal_min listed_position fiat' },
  balances: { trading: 'user_id account asset available frozen locked position' },
  candles: { none: 'market span_ms opened_at open high low close volume turnover trades' },
  checkpoint: { none: 'id position hash declarations refused' },
  contract_days: { trading: 'user_id day closed position market result fees funding' },
  contract_fills: {
    trading:
      'order_id trade_id user_id contract price quantity notional fee at position market side position_side act role fee_asset profit',
  },
  contract_markets: {
    none: 'quote_per_tick_lot leverage market quote index_symbol leverage_next mark index p1 p2 last bound mark_at mark_position sources',
  },
  contract_minutes: { none: 'at mark position market' },
  contract_openings: { trading: 'order_id contract quantity position filled_quote' },
  contract_orders: {
    trading:
      'id user_id leverage quantity filled_quantity closed_quantity open placed_at position market side position_side act kind time_in_force self_trade mode margin filled_quote open_fees close_fees closed_quote closed_cost profits price trigger_price take_profit stop_loss contract liquidation pending_at triggered_at filled_at ended_at client_id trigger_by close_mode reason',
  },
  contract_positions: {
    trading:
      'id user_id leverage lots lots_most opened_quantity closed_quantity open opened_at position market position_side mode opened_quote closed_quote margin profits open_fees close_fees funding insured hold liquidation closed_at close_mode',
  },
  contract_settings: { trading: 'user_id leverage market mode' },
  contract_stops: {
    trading:
      'id user_id contract trigger_price open placed_at position market position_side kind trigger_by price quantity ended_at reason callback_ticks callback_bp extreme',
  },
  fills: { trading: 'order_id trade_id user_id market side role price quantity notional fee fee_asset at position' },
  conversions: {
    trading: 'id user_id at kind from_asset to_asset spent received rest first_order second_order position',
  },
  financial_purchases: {
    trading:
      'id user_id amount term_days annual_rate_ppb bought_at starts_at expires_at income renew position product asset renews ended_at returns_on outcome not_renewed',
  },
  frozen_funds: {
    trading:
      'hold user_id account asset amount reason frozen_by frozen_at released_by released_at release_reason position',
  },
  funding_payments: {
    trading: 'contract event_position user_id quantity rate amount due_at at position market position_side',
  },
  funding_rates: { none: 'due_at position market rate premium mark' },
  index_sources: { none: 'source name' },
  index_symbols: { none: 'decimals symbol' },
  insurance_entries: { none: 'event_position entry_index amount balance at position asset cause market' },
  insurance_funds: { none: 'balance position asset' },
  liquidation_steps: {
    trading: 'liquidation event_position event_index at position step lots price fee fund_change treasury_change rank',
  },
  liquidations: {
    trading:
      'id user_id contract lots cost collateral leverage requirement tier_rate_ppb tier_amount close_ppb mark index open at position market position_side mode fund_total p1 p2 last bound mark_at mark_position ended_at sources',
  },
  mark_candles: { none: 'market kind span_ms opened_at open high low close' },
  markets: {
    none: 'market base quote tick lot quantity_min quantity_max notional_min price_lowest price_highest maker_fees_ppb taker_fees_ppb open_orders_max reference_price band_ppb state last_price last_trade_at listed_position',
  },
  mining_purchases: {
    trading:
      'id user_id amount term_days daily_rate_ppb bought_at starts_at expires_at income incomes_paid position product asset income_asset payout ended_at',
  },
  option_contracts: {
    trading:
      'id user_id stake duration_ms payout_ppb charge entry_from stale_ms bought_at bought_position open position symbol direction asset starts_at take_profit stop_loss entered_position entry_price entry_at entry_batch due_at end_price end_at end_batch paid income fee gain settled_at settled_position outcome reason',
  },
  option_days: { trading: 'user_id day settled won lost position symbol asset stakes payments fees result' },
  orders: {
    trading:
      'id user_id market side kind time_in_force self_trade client_id price quantity quote_amount trigger_price filled_quantity filled_quote status open reason placed_at triggered_at changed_at ended_at position',
  },
  recharge_terms: { none: 'asset chain minimum confirmations position' },
  recharges: {
    trading:
      'id user_id event_position asset chain address reference amount dust status reason confirmations needed finality final_at at ended_at position',
  },
  referral_days: { trading: 'user_id day rebates position asset level1 level2' },
  referral_rebates: { trading: 'user_id event_position source level day fee rate_ppb amount at position asset' },
  robot_cycles: {
    trading:
      'robot cycle user_id started_at ended_at trades quote_held base_held position market bought_base paid_quote sold_base received_quote fees_base fees_quote realised index_price worth',
  },
  robot_orders: { trading: 'id robot cycle user_id position' },
  robots: {
    trading:
      'id user_id amount lower upper lines loss_limit_ppb started_at started_position cycle cycle_started_at cycle_ends_at trades quote_held base_held position market status bought_base paid_quote sold_base received_quote fees_base fees_quote realised ended_at reason',
  },
  trades: { none: 'market id price quantity notional taker_side at position' },
  transfers: { trading: 'user_id id asset from_account to_account amount at position' },
  withdrawal_review: { none: 'id second_approval_above position' },
  withdrawals: {
    trading:
      'id user_id asset amount fee status chain address card value approvals proposed_by proposed_reason reason reference applied_at approved_at paying_at ended_at position second_approval_above not_before beneficiary',
  },
};

/** As above, entry by entry. */
const records: Record<string, RegisteredTable> = {
  balances: { trading: 'user_id account asset available frozen locked position' },
  checkpoint: { none: 'id position hash declarations refused' },
  ledger_records: {
    trading:
      'user_id event_position entry_index account asset label available_change frozen_change available_after frozen_after order_id trade_id withdrawal_id hold_id at position locked_change locked_after',
  },
};

export const PERSONAL_DATA: Readonly<Record<DatabaseName, Readonly<Record<string, RegisteredTable>>>> = {
  exchange,
  views,
  records,
};

/** Registered columns of a table with their categories. */
export function registeredColumns(table: RegisteredTable): ReadonlyMap<string, CategoryName | 'none'> {
  const kinds = Object.keys(table) as (keyof RegisteredTable)[];
  return new Map(
    kinds.flatMap((kind) => (table[kind] ?? '').split(' ').map((column): [string, typeof kind] => [column, kind])),
  );
}
